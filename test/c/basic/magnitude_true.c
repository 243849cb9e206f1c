// checks: no-overflow
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);
extern long __VERIFIER_nondet_long (void);
extern long long __VERIFIER_nondet_longlong (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    long y = __VERIFIER_nondet_long ();
    long long z = __VERIFIER_nondet_longlong ();
    if (x == INT_MIN || y == LONG_MIN || z == LLONG_MIN)
        return 0;
    return abs (x) > 3 && labs (y) > 3 && llabs (z) > 3 && imaxabs (z) > 3;
}
