#include <assert.h>

int
main (void)
{
    int small = __VERIFIER_nondet_uchar ();
    assert (small < 255);
    return 0;
}
