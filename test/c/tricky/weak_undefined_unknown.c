// checks: assert
// A weak function may not be there.
#include <assert.h>
extern int w (void) __attribute__ ((weak));
int
main (void)
{
    if (w)
        return 0;
    assert (0);
    return 0;
}
