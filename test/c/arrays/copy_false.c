// As copy_true.c, but the last entry is not copied.
extern unsigned __VERIFIER_nondet_uint (void);
extern int __VERIFIER_nondet_int (void);
extern void reach_error (void);

enum { MOST = 4 };
static int from[MOST], over[MOST], to[MOST];

int
main (void)
{
    unsigned n = __VERIFIER_nondet_uint ();
    if (n > MOST)
        return 0;
    for (unsigned i = 0; i < n; i++)
        from[i] = __VERIFIER_nondet_int ();
    for (unsigned i = 0; i < n; i++)
        over[i] = from[i];
    for (unsigned i = 0; i + 1 < n; i++)
        to[i] = over[i];
    for (unsigned i = 0; i < n; i++)
        if (from[i] != to[i])
            reach_error ();
    return 0;
}
