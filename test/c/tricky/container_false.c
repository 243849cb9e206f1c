// checks: assert
// Container_of.
#include <assert.h>
#include <stddef.h>
struct l {
    struct l *n;
};
struct o {
    int v;
    struct l k;
    int w;
};
int
main (void)
{
    struct o a = {1, {0}, 2}, b = {3, {&a.k}, 4};
    struct l *p = b.k.n;
    struct o *q = (struct o *) ((char *) p - offsetof (struct o, k));
    q->v = 7;
    assert (a.v == 1);
    return 0;
}
