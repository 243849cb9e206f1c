/* A sum of squares: true, but nothing here finds the invariant. */
extern unsigned __VERIFIER_nondet_uint (void);
extern void reach_error (void);
int
main (void)
{
    unsigned n = __VERIFIER_nondet_uint (), x = 0;
    for (unsigned i = 0; i < n; i++)
        x += i * i;
    if (x * 6 != (n - 1) * n * (2 * n - 1))
        reach_error ();
    return 0;
}
