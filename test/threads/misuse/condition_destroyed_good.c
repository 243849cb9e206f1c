// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main (void)
{
    struct timespec never = {0, 2000000000};
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    assert (!pthread_cond_destroy (&c) && !pthread_cond_signal (&c));
    pthread_mutex_lock (&m);
    assert (pthread_cond_timedwait (&c, &m, &never) == EINVAL);
    return 0;
}
