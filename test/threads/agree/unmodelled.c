// verdict: UNKNOWN
// reason: not modelled: thread
/* Two calls that are not modelled, in two threads: which of them is told does
 * not depend on how states are searched. */
#include <pthread.h>

void outside (int);

static int turns;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *
work (void *unused)
{
    (void) unused;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock (&lock);
        if (++turns == 4)
            outside (i);
        pthread_mutex_unlock (&lock);
    }
    return NULL;
}

int
main (void)
{
    pthread_t a, b;
    pthread_create (&a, NULL, work, NULL);
    pthread_create (&b, NULL, work, NULL);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
    if (turns != 6)
        outside (turns);
    return 0;
}
