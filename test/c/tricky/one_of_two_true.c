// As one_of_two_false.c, but the two are not the same.
extern void reach_error (void);
extern void __VERIFIER_assume (int);
extern unsigned __VERIFIER_nondet_uint (void);

int all[1000];

int
main (void)
{
    unsigned i = __VERIFIER_nondet_uint (), j = __VERIFIER_nondet_uint ();
    __VERIFIER_assume (i < 1000 && j < 1000 && i != j);
    int before = all[i];
    all[j] = 5;
    if (all[i] != before)
        reach_error ();
    return 0;
}
