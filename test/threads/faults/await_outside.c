// verdict: UNKNOWN
// reason: AWAIT outside of an atomic section
#include <cohort.h>
#include <pthread.h>

static int ready;

static void *
set (void *none)
{
    ready = 1;
    return none;
}

int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, set, 0);
    AWAIT (ready);
    pthread_join (t, 0);
}
