// verdict: UNSAFE assertion failed
// native: no main may come to AWAIT before anybody came
/* It waits for either of two that come in any order. */
#include <cohort.h>
#include <pthread.h>

static int first, seen;

static void *
come (void *number)
{
    BEGINATOMIC;
    if (!first)
        first = 1 + (int) (long) number;
    ENDATOMIC;
    return 0;
}

int
main (void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create (&t[i], 0, come, (void *) i);
    BEGINATOMIC;
    AWAIT (first);
    seen = first;
    ENDATOMIC;
    VASSERT (seen == 1);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
}
