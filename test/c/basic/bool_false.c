/* Two bits can both be set. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

int
main (void)
{
    _Bool a = __VERIFIER_nondet_int (), b = __VERIFIER_nondet_int () == 7;
    if (a + b == 2)
        __VERIFIER_error ();
    return 0;
}
