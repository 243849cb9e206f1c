extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);
#ifndef MOST
#define MOST 1000000
#endif
#ifndef STEP
#define STEP 2
#endif

static int
twice (int n)
{
    int i, s = 0;
    for (i = 0; i < n; i++) {
        int inner = i;
        s = s + STEP;
    }
    return s;
}

int
main (void)
{
    int n = __VERIFIER_nondet_int ();
    if (n < 0 || n > MOST)
        return 0;
    if (twice (n) != 2 * n)
        reach_error ();
    return 0;
}
