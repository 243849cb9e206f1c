// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_mutex_t m;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec past;
int main (void)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init (&a);
    assert (pthread_mutexattr_settype (&a, 77) == EINVAL);
    pthread_mutexattr_settype (&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init (&m, &a);
    assert (pthread_cond_timedwait (&c, &m, &past) == EPERM);
    assert (!pthread_mutex_trylock (&m));
    return 0;
}
