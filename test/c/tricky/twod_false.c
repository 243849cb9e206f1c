// checks: assert
// Arrays in structs in arrays.
#include <assert.h>
struct s {
    char n[3];
    int m[2][3];
};
static struct s a[2];
extern int __VERIFIER_nondet_int (void);
int
main (void)
{
    unsigned i = __VERIFIER_nondet_int (), j = __VERIFIER_nondet_int (),
             k = __VERIFIER_nondet_int ();
    if (i > 1 || j > 1 || k > 2)
        return 0;
    a[i].m[j][k] = 5;
    assert (a[1].m[0][2] == 0);
    return 0;
}
