/* A pointer from outside, somewhere in an array. */
#include <assert.h>

extern void *__VERIFIER_nondet_pointer (void);
static char all[4];

int
main (void)
{
    char *p = __VERIFIER_nondet_pointer ();
    if (p >= all && p < all + 4) {
        *p = 5;
        assert (all[2] == 0);
    }
    return 0;
}
