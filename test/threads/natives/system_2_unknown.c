// verdict: UNKNOWN
// options: --engine=explore
// reason: time
// Some time in 1970 is no counterexample.
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int
main (void)
{
    assert (time (0) > 5);
    return 0;
}
