/* Loops that are entered past their first block, one within the other. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);

__attribute__ ((noinline)) static int
rounds (int way, int n)
{
    int i = 0, k = 0, sum = 0;
    switch (way) {
    case 1:
        goto middle;
    case 2:
        goto inner;
    }
again:
    if (i >= n)
        return sum;
    sum += 2;
middle:
    i++;
    k = 0;
inside:
    if (k >= 2)
        goto again;
    sum += 10;
inner:
    sum++;
    k++;
    goto inside;
}

int
main (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n < 0 || n > 3)
        return 0;
    int none = rounds (0, n), middle = rounds (1, n), inner = rounds (2, n);
    if (none != 24 * n)
        __VERIFIER_error ();
    if (middle != 22 + (n ? 24 * (n - 1) : 0))
        __VERIFIER_error ();
    if (inner != 12 + 24 * n)
        __VERIFIER_error ();
    return 0;
}
