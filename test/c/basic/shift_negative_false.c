// checks: overflow
// A negative number is not shifted to the left, however little.
extern short __VERIFIER_nondet_short (void);

int
main (void)
{
    long x = __VERIFIER_nondet_short ();
    x <<= 1;
    return x > 0;
}
