// checks: overflow
// gcc takes -x - 1 for ~x, which does not overflow; -x does.
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    if (x > -2147483647)
        return 0;
    int y = -x - 1;
    return y == 0;
}
