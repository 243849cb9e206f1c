/* The sum of positive numbers wraps, after a hundred calls or more. */
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
    if (a >= 100 && b >= 100 && sum (a, b) < 200)
        __VERIFIER_error ();
    return 0;
}
