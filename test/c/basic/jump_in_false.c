/* A loop that is entered past its first block, and by no other way: the walk that
 * orders blocks comes to `again` first. */
extern void __VERIFIER_error (void);
extern int __VERIFIER_nondet_int (void);

__attribute__ ((noinline)) static int
rounds (int from_start, int n)
{
    int i = 0, sum = 0;
    if (!from_start)
        goto inside;
again:
    if (i >= n)
        return sum;
    sum += 2;
inside:
    sum++;
    i++;
    if (sum == 1)
        __VERIFIER_error ();
    goto again;
}

__attribute__ ((noinline)) static int
other_way (int to_end, int n)
{
    int i = 0, sum = 0;
    if (to_end)
        goto again;
inside:
    sum++;
    i++;
    if (sum == 1)
        __VERIFIER_error ();
again:
    if (i >= n)
        return sum;
    sum += 2;
    goto inside;
}

int
main (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n < 0 || n > 5)
        return 0;
    return n < 3 ? rounds (0, n) : other_way (0, n);
}
