#include <assert.h>
extern int __VERIFIER_nondet_int (void);

int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    int y = x & 15;
    assert (y >= 0 && y < 16);
    return 0;
}
