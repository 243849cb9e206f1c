/* Values of one bit: not, and, or, differences, comparisons, casts. */
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
    _Bool a = __VERIFIER_nondet_int () > 3, b = __VERIFIER_nondet_int ();
    int x = a ^ b, y = a != b, z = a + b, n = !a;
    if (x != y || z < 0 || z > 2 || n + a != 1)
        __VERIFIER_error ();
    if ((a < b) != (!a && b) || (a <= b) != (!a || b))
        __VERIFIER_error ();
    if ((a & b) != (a && b) || (a | b) != (a || b))
        __VERIFIER_error ();
    if ((_Bool) 256 != 1 || -(int) a > 0)
        __VERIFIER_error ();
    return 0;
}
