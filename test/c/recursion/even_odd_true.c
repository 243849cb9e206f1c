/* Two procedures that call each other. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);

static int even (int);

static int
odd (int n)
{
    return n == 0 ? 0 : even (n - 1);
}

static int
even (int n)
{
    return n == 0 ? 1 : odd (n - 1);
}

int
main (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n >= 0 && odd (n) != n % 2)
        __VERIFIER_error ();
    return 0;
}
