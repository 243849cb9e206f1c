// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main (void)
{
    pthread_mutex_lock (&m);
    assert (pthread_mutex_destroy (&m) == EBUSY);
    assert (!pthread_mutex_unlock (&m) && !pthread_mutex_unlock (&m));
    assert (pthread_mutex_destroy (&m) == EBUSY);
    assert (!pthread_mutex_lock (&m) && !pthread_mutex_destroy (&m));
    assert (!pthread_mutex_destroy (&m));
    assert (pthread_mutex_lock (&m) == EINVAL);
    assert (pthread_mutex_trylock (&m) == EINVAL);
    assert (pthread_mutex_unlock (&m) == EINVAL);
    assert (!pthread_mutex_init (&m, 0) && !pthread_mutex_lock (&m));
    return 0;
}
