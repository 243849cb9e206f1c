// An error behind 45,000 rounds of loops, which only a run comes to.
extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_error (void);

int a[15000], b[15000], c[15000];

int main (void)
{
    int i, seed = __VERIFIER_nondet_int ();
    for (i = 0; i < 15000; i++)
        a[i] = seed + i;
    for (i = 0; i < 15000; i++)
        b[i] = a[14999 - i];
    for (i = 0; i < 15000; i++)
        c[i] = b[14999 - i];
    for (i = 14990; i < 15000; i++)
        if (c[i] == seed + 14999)
            __VERIFIER_error ();
    return 0;
}
