// checks: assert
// Conversions and shifts.
#include <assert.h>
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    int x = __VERIFIER_nondet_int ();
    unsigned u = 1;
    int r = (1 ? -1 : u) > 0;
    assert (r == 1);
    long long l = x;
    assert ((l << 1 >> 1) == l);
    assert ((x >> 31) == (x < 0 ? -1 : 0));
    assert ((unsigned) x >> 31 == (x < 0));
    char c = '\xff';
    assert (c == -1);
    assert ((x ^ x) == 0 && (x | ~x) == -1);
    return 0;
}
