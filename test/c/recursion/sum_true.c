/* A sum that wraps is still the sum. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);

static int
sum (int n, int m)
{
    return n ? sum (n - 1, m + 1) : m;
}

int
main (void)
{
    int a = __VERIFIER_nondet_int (), b = __VERIFIER_nondet_int ();
    if (sum (a, b) != (int) ((unsigned) a + (unsigned) b))
        __VERIFIER_error ();
    return 0;
}
