// checks: assert
// A member was never set.
#include <assert.h>
struct s {
    int a, b;
};
static struct s
f (int k)
{
    struct s r;
    r.a = k;
    return r;
}
int
main (void)
{
    struct s q = f (3);
    assert (q.a == 3);
    assert (q.b != 4);
    return 0;
}
