extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int place[2] = {0, 0};
    int i = __VERIFIER_nondet_int ();
    int n = __VERIFIER_nondet_int ();
    if (i >= 0 && i <= 2)
        place[i] = 1;
    n++;
    return 0;
}
