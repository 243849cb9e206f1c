// verdict: SAFE
/* A section whose AWAIT does not hold did not happen, not even what it did before
 * it came there; nor is a lock that is not free waited for inside. */
#include <cohort.h>
#include <pthread.h>

static int turn, began, inside;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *
wait (void *number)
{
    BEGINATOMIC;
    began++;
    AWAIT (turn == (long) number);
    VASSERT (began == turn + 1);
    ENDATOMIC;
    BEGINATOMIC;
    pthread_mutex_lock (&lock);
    VASSERT (!inside);
    inside = 1;
    ENDATOMIC;
    inside = 0;
    pthread_mutex_unlock (&lock);
    BEGINATOMIC;
    turn++;
    ENDATOMIC;
    return 0;
}

int
main (void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create (&t[i], 0, wait, (void *) i);
    for (int i = 0; i < 3; i++)
        pthread_join (t[i], 0);
    VASSERT (began == 3 && turn == 3);
}
