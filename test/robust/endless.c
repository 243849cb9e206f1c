/* No invariant of this loop is found. */
extern unsigned __VERIFIER_nondet_uint (void);
extern void reach_error (void);
int
main (void)
{
    unsigned n = __VERIFIER_nondet_uint (), x = 0, y = 0;
    for (unsigned i = 0; i < n; i++) {
        x += i * i;
        y += i * i * i;
    }
    if (x > y + 3 && n < 1000)
        reach_error ();
    return 0;
}
