// One branch leaves a pointer to its local behind, for another call to use.
extern int __VERIFIER_nondet_int (void);
static int *kept, outer;

static void
keep (int inner)
{
    if (inner) {
        int own = 1;
        kept = &own;
    }
    *kept = 2;
}

int
main (void)
{
    kept = &outer;
    keep (__VERIFIER_nondet_int () > 3);
    return 0;
}
