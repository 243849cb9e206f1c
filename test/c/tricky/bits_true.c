// checks: assert
// Odd bit-fields.
#include <assert.h>
struct b {
    signed a : 3;
    unsigned b : 5;
    signed c : 1;
    unsigned long long d : 37;
    int e : 2;
};
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    struct b x = {0};
    x.a = __VERIFIER_nondet_int ();
    x.c = 1;
    x.b = 33;
    x.d = -1;
    x.e = 2;
    assert (x.a >= -4 && x.a <= 3 && x.c == -1 && x.b == 1
            && x.d == 0x1fffffffffULL && x.e == -2);
    x.a = 5;
    assert (x.a == -3 && x.b == 1);
    return 0;
}
