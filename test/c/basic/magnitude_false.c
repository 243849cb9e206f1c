// checks: no-overflow
// The least number has no absolute value.
#include <stdlib.h>

extern long __VERIFIER_nondet_long (void);

int
main (void)
{
    return labs (__VERIFIER_nondet_long ()) > 3;
}
