/* Conditional expressions, short circuit with effects. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);
extern char __VERIFIER_nondet_char (void);
extern unsigned char __VERIFIER_nondet_uchar (void);
extern short __VERIFIER_nondet_short (void);
extern long long __VERIFIER_nondet_longlong (void);
extern void __VERIFIER_assume (int);

static int
max (int a, int b)
{
    return a > b ? a : b;
}

int
main (void)
{
    int a = __VERIFIER_nondet_int (), b = __VERIFIER_nondet_int (), n = 0;
    int m = max (a, b);
    if (m < a || m < b || (m != a && m != b))
        __VERIFIER_error ();
    int r = a > 0 && (n++, b > 0);
    if ((n == 1) != (a > 0) || (r && b <= 0))
        __VERIFIER_error ();
    r = a > 0 || (n += 2, b > 0);
    if ((n > 1) == (a > 0))
        __VERIFIER_error ();
    return 0;
}
