// verdict: UNKNOWN
// options: --engine=explore
// reason: getpid
// Two calls give the same, which is not known.
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int
main (void)
{
    assert (getpid () == getpid ());
    return 0;
}
