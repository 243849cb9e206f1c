/* Whatever a shift too far gives, there are no bits in zero. */
extern void __VERIFIER_error (void);
extern unsigned __VERIFIER_nondet_uint (void);

int
main (void)
{
    unsigned n = __VERIFIER_nondet_uint (), zero = n & 0;
    if ((zero << n) != 0)
        __VERIFIER_error ();
    return 0;
}
