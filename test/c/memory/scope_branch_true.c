// Nobody uses the pointer that the branch leaves behind.
extern int __VERIFIER_nondet_int (void);
static int *kept, outer;

static void
keep (int inner)
{
    if (inner) {
        int own = 1;
        kept = &own;
    }
    if (!inner)
        *kept = 2;
}

int
main (void)
{
    kept = &outer;
    keep (__VERIFIER_nondet_int () > 3);
    return 0;
}
