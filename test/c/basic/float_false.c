/* Something is not equal to itself. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

extern double __VERIFIER_nondet_double (void);

int
main (void)
{
    double x = __VERIFIER_nondet_double ();
    if (x != x)
        __VERIFIER_error ();
    return 0;
}
