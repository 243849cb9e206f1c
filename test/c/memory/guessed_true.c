// A pointer from outside that turns out to be that of an object leads there.
#include <assert.h>

extern void *__VERIFIER_nondet_pointer (void);
static struct {
    int first, second;
} pair = {1, 2};

int
main (void)
{
    int *p = __VERIFIER_nondet_pointer (), *q, x = 1;
    if (p == &pair.first || p == &pair.second) {
        *p = 5;
        assert (pair.first == 5 || pair.second == 5);
    }
    if (q == &x) {
        *q = 3;
        assert (x == 3);
    }
    return 0;
}
