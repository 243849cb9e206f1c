// checks: assert
// An unknown function kept a pointer.
#include <assert.h>
static int g;
void keep (int *);
void other (void);
int
main (void)
{
    keep (&g);
    g = 1;
    other ();
    assert (g == 1);
    return 0;
}
