extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    int k = 0, s = 0;
    while (k < 3) {
        int x = __VERIFIER_nondet_int ();
        if (x < 0 || x > 10)
            return 0;
        s += x;
        k++;
    }
    if (s == 21)
        reach_error ();
    return 0;
}
