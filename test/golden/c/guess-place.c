/* A pointer from outside that is one of two, both of one struct. */
#include <assert.h>

extern void *__VERIFIER_nondet_pointer (void);
static struct {
    int first, second;
} pair = {1, 2};

int
main (void)
{
    int *p = __VERIFIER_nondet_pointer ();
    if (p == &pair.first || p == &pair.second) {
        *p = 5;
        assert (pair.first == 5);
    }
    return 0;
}
