// verdict: SAFE
// options: --engine=explore
// What holds of all that the system may give, and functions that are exact.
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

int
main (void)
{
    unsigned seed = 1;
    assert (time (0) >= 0 && rand () >= 0);
    rand_r (&seed);
    assert (seed != 1);
    assert (lrint (2.5) == 2 && lround (2.5) == 3);
    assert (setlocale (LC_ALL, "C") && *setlocale (LC_ALL, 0) == 'C');
    errno = 0;
    sqrt (4.0);
    assert (errno == 0);
    return 0;
}
