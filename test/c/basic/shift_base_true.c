// checks: no-overflow
// What is shifted fits; bits of numbers without a sign may be lost.
extern int __VERIFIER_nondet_int (void);
extern unsigned __VERIFIER_nondet_uint (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    unsigned u = __VERIFIER_nondet_uint ();
    signed char narrow = 100;
    narrow <<= 3; /* an int is converted: that is no overflow */
    if (x < 0 || x > 1)
        return 0;
    return (x << 30) + (int) (u << 31 >> 31) + (x - 1 >> 3) + narrow;
}
