/* Comparisons of floats without computing. */
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
    double x = __VERIFIER_nondet_double (), y = __VERIFIER_nondet_double ();
    if (x < y && y < x)
        __VERIFIER_error ();
    if (x < y && !(-x > -y))
        __VERIFIER_error ();
    if (x == x && !(x < y) && !(x > y) && x != y && y == y)
        __VERIFIER_error ();
    if (-0.0 != 0.0 || 1.5f < 1.25f || -2.0 > -1.0)
        __VERIFIER_error ();
    return 0;
}
