// An error behind 1,800 rounds of loops, which only a run comes to; long_false.c
// has more.
extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_error (void);

int a[600], b[600], c[600];

int main (void)
{
    int i, seed = __VERIFIER_nondet_int ();
    for (i = 0; i < 600; i++)
        a[i] = seed + i;
    for (i = 0; i < 600; i++)
        b[i] = a[599 - i];
    for (i = 0; i < 600; i++)
        c[i] = b[599 - i];
    for (i = 590; i < 600; i++)
        if (c[i] == seed + 599)
            __VERIFIER_error ();
    return 0;
}
