// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *tell (void *p)
{
    pthread_mutex_lock (&m);
    ready = 1;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t;
    struct timespec soon = {0, 0};
    pthread_create (&t, 0, tell, 0);
    pthread_mutex_lock (&m);
    int e = 0;
    if (!ready)
        e = pthread_cond_timedwait (&c, &m, &soon);
    assert (ready);
    pthread_mutex_unlock (&m);
    pthread_join (t, 0);
    return e;
}
