// Where overflow is not checked, the least number stays what it is.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    assert (abs (x) >= 0 || x == INT_MIN);
    return 0;
}
