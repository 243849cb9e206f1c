// checks: assert
// Overlapping ranges.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    int a[6] = {0, 1, 2, 3, 4, 5};
    int k = __VERIFIER_nondet_int ();
    if (k < 0 || k > 2)
        return 0;
    memmove (a + k, a + 1, sizeof (int) * 4);
    assert (a[4] != 4 || a[5] != 5);
    return 0;
}
