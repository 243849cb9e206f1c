// checks: no-overflow
// C11 6.5.7: 2 << 30 is no int; it may not be lost.
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    if (x < 0 || x > 2)
        return 0;
    return x << 30;
}
