// verdict: UNKNOWN
// options: --engine=explore
// reason: random numbers that begin again
// The same seed gives the same numbers.
#include <assert.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int
main (void)
{
    srand (5);
    int first = rand ();
    srand (5);
    assert (rand () == first);
    return 0;
}
