// verdict: SAFE
#define _GNU_SOURCE
#include <pthread.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static void *
f (void *a)
{
    pthread_mutex_lock (&m);
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    pthread_mutex_unlock (&m);
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    pthread_join (t, 0);
    pthread_create (&t, 0, f, 0);
    pthread_join (t, 0);
    return 0;
}
