// verdict: UNSAFE assertion failed
// options: --engine=explore
// Nothing but what the system usually gives is needed.
#include <assert.h>
#include <errno.h>
#include <math.h>

int
main (void)
{
    errno = 0;
    sqrt (-1.0);
    assert (errno == 0);
    return 0;
}
