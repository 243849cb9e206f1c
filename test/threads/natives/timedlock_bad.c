// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *holder (void *p)
{
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t;
    struct timespec soon = {0, 0};
    pthread_create (&t, 0, holder, 0);
    assert (pthread_mutex_timedlock (&m, &soon) == 0);
    pthread_mutex_unlock (&m);
    pthread_join (t, 0);
    return 0;
}
