// An entry is read, one that may be the same is written, it is read again.
extern void reach_error (void);
extern void __VERIFIER_assume (int);
extern unsigned __VERIFIER_nondet_uint (void);

int all[1000];

int
main (void)
{
    unsigned i = __VERIFIER_nondet_uint (), j = __VERIFIER_nondet_uint ();
    __VERIFIER_assume (i < 1000 && j < 1000);
    int before = all[i];
    all[j] = 5;
    if (all[i] != before)
        reach_error ();
    return 0;
}
