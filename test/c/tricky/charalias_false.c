// checks: assert
// A byte of an int is set.
#include <assert.h>
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    signed char *p = (signed char *) &x;
    p[3] = -1;
    assert (x != -5);
    return 0;
}
