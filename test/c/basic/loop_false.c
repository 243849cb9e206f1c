/* The last round counts. */
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
    int n = __VERIFIER_nondet_int (), i = 0;
    if (n < 0 || n > 5)
        return 0;
    while (i < n)
        i += 2;
    if (i != n)
        __VERIFIER_error ();
    return 0;
}
