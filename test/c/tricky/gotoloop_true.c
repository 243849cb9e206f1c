// checks: assert
// Goto into a loop.
#include <assert.h>
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    int i = 0, s = 0;
    if (__VERIFIER_nondet_int ()) {
        i = 3;
        goto in;
    }
    for (; i < 6; i++) {
        s += 10;
    in:
        s++;
    }
    assert (s == 66 || s == 23);
    return 0;
}
