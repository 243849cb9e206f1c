/* How much of a whole is there? */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint (void);

int
main (void)
{
    unsigned whole = __VERIFIER_nondet_uint ();
    unsigned part = __VERIFIER_nondet_uint ();
    if (whole <= 1000 && part <= whole)
        assert (100 * part / whole <= 100);
}
