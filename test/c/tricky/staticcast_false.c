// checks: assert
// An index runs over fields.
#include <assert.h>
struct a {
    int x;
    struct {
        short p, q;
    } y[2];
};
extern unsigned __VERIFIER_nondet_uint (void);
int
main (void)
{
    struct a s[2] = {0};
    short *p = &s[0].y[0].p;
    unsigned k = __VERIFIER_nondet_uint ();
    if (k > 3)
        return 0;
    p[k] = 4;
    assert (s[0].y[1].q == 0);
    return 0;
}
