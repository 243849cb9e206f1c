/* A product that is commutative, and a power of two in a global. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);

static unsigned moves;

static int
times (int n, int m)
{
    return m == 0 ? 0 : n + times (n, m - 1);
}

static void
hanoi (int n)
{
    if (n == 0)
        return;
    hanoi (n - 1);
    moves++;
    hanoi (n - 1);
}

int
main (void)
{
    int n = __VERIFIER_nondet_int (), m = __VERIFIER_nondet_int ();
    if (n < 0 || n > 31 || m < 0 || m > 1000)
        return 0;
    hanoi (n);
    if (moves != (1u << n) - 1 || times (n, m) != times (m, n))
        __VERIFIER_error ();
    return 0;
}
