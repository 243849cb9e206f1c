// verdict: UNSAFE deadlock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waits;
void *waiting (void *p)
{
    pthread_mutex_lock (&m);
    waits = 1;
    pthread_cond_wait (&c, &m);
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, waiting, 0);
    pthread_mutex_lock (&m);
    int so = waits;
    pthread_mutex_unlock (&m);
    if (so)
        pthread_cond_destroy (&c);
    pthread_cond_broadcast (&c);
    return 0;
}
