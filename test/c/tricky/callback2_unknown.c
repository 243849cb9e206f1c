// checks: assert
// An unknown function may call what it can reach.
#include <assert.h>
struct o {
    void (*f) (void);
};
static int g;
void reg (struct o *);
static void
cb (void)
{
    g = 2;
}
static struct o ops = {cb};
int
main (void)
{
    g = 1;
    reg (&ops);
    assert (g == 1);
    return 0;
}
