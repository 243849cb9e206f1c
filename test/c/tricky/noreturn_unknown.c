// An input returns, whatever its declaration says: what is behind the call was
// not read.
#include <assert.h>
extern int __VERIFIER_nondet_int (void) __attribute__ ((noreturn));

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    assert (x);
    return 0;
}
