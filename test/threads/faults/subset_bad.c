// verdict: UNSAFE deadlock
// Two threads wait for each other while a third goes on for ever.
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int beat;
static void *ticks (void *unused)
{
    for (;;)
        atomic_store (&beat, !atomic_load (&beat));
    return unused;
}
static void *one (void *unused)
{
    pthread_mutex_lock (&a);
    pthread_mutex_lock (&b);
    pthread_mutex_unlock (&b);
    pthread_mutex_unlock (&a);
    return unused;
}
static void *two (void *unused)
{
    pthread_mutex_lock (&b);
    pthread_mutex_lock (&a);
    pthread_mutex_unlock (&a);
    pthread_mutex_unlock (&b);
    return unused;
}
int main (void)
{
    pthread_t clock, x, y;
    pthread_create (&clock, NULL, ticks, NULL);
    pthread_create (&x, NULL, one, NULL);
    pthread_create (&y, NULL, two, NULL);
    pthread_join (x, NULL);
    pthread_join (y, NULL);
    pthread_join (clock, NULL);
}
