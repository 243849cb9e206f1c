// checks: assert
// A struct as an array.
#include <assert.h>
struct a {
    int x, y;
    char z[4];
};
extern unsigned __VERIFIER_nondet_uint (void);
int
main (void)
{
    struct a s = {1, 2, "abc"};
    unsigned k = __VERIFIER_nondet_uint ();
    if (k > 2)
        return 0;
    ((int *) &s)[k] = 0;
    assert (s.x == 1 || k == 0);
    assert (s.z[1] == 'b' || k == 2);
    return 0;
}
