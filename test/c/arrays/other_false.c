// An assertion that holds of every entry is not the only one: the last one is about
// the sum of two, and fails.
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

int
main (void)
{
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = 1;
    for (int i = 0; i < 3; i++)
        if (a[i] != 1)
            reach_error ();
    int k = __VERIFIER_nondet_int ();
    if (k >= 1 && k < 3 && a[k] + a[k - 1] == 2)
        reach_error ();
    return 0;
}
