/* invariant.c -- what is called where an invariant must hold. */
extern void __VERIFIER_error (void);

void
cohort_invariant_ (int holds)
{
    if (!holds)
        __VERIFIER_error ();
}
