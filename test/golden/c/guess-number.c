/* A number that is the address of x, as a pointer. */
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong (void);
static int x = 1;

int
main (void)
{
    int *p = (int *) __VERIFIER_nondet_ulong ();
    if (p == &x) {
        *p = 5;
        assert (x != 5);
    }
    return 0;
}
