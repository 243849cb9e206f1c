/* Fails for one pair of inputs. */
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

static int
twice (int x)
{
    return 2 * x;
}

int
main (void)
{
    int a = __VERIFIER_nondet_int ();
    int b = __VERIFIER_nondet_int ();
    if (twice (a) == 84 && b == a + 1 && a > 0)
        reach_error ();
    return 0;
}
