// options: --strict
// The local of this round is used through what rounds have in common.
extern unsigned __VERIFIER_nondet_uint (void);
static char *kept;

static void
put (char *p)
{
    *p = 1;
}

int
main (void)
{
    char other[2] = {0, 1};
    unsigned rounds = __VERIFIER_nondet_uint ();
    for (unsigned i = 0; i < rounds; i++) {
        char own, passed;
        put (&passed);
        own = 1;
        kept = &own;
        *kept = 0;
        kept = other;
    }
    int again = 0;
    {
    back:;
        char one = 1;
        if (again)
            one += *kept;
        kept = &one;
        if (!again++)
            goto back;
    }
    return 0;
}
