// An error behind 9,000 rounds of loops, which only a run comes to.
extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_error (void);

int a[3000], b[3000], c[3000];

int main (void)
{
    int i, seed = __VERIFIER_nondet_int ();
    for (i = 0; i < 3000; i++)
        a[i] = seed + i;
    for (i = 0; i < 3000; i++)
        b[i] = a[2999 - i];
    for (i = 0; i < 3000; i++)
        c[i] = b[2999 - i];
    for (i = 2990; i < 3000; i++)
        if (c[i] == seed + 2999)
            __VERIFIER_error ();
    return 0;
}
