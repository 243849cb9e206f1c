// checks: assert
// Structs by value.
#include <assert.h>
struct b {
    int a[10];
    char c;
};
static struct b
f (struct b x)
{
    x.a[3]++;
    x.c = 1;
    return x;
}
int
main (void)
{
    struct b s = {{1, 2, 3, 4}};
    struct b t = f (s);
    assert (s.a[3] == 4 && t.a[3] == 5 && s.c == 0 && t.c == 1
            && f (t).a[3] == 6);
    return 0;
}
