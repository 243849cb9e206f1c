// Inputs that a file does not declare have the types that their names say.
#include <assert.h>

int
main (void)
{
    int small = __VERIFIER_nondet_uchar ();
    assert (small >= 0 && small < 256);
    return 0;
}
