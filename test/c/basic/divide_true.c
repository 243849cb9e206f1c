/* Division rounds to zero; by zero it ends the program. */
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
    int a = __VERIFIER_nondet_int (), b = __VERIFIER_nondet_int ();
    if (a < -50 || a > 50 || b < -9 || b > 9)
        return 0;
    int q = a / b, r = a % b;
    if (b == 0)
        __VERIFIER_error ();
    if (a == -7 && b == 2 && (q != -3 || r != -1))
        __VERIFIER_error ();
    if (q * b + r != a)
        __VERIFIER_error ();
    return 0;
}
