// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
struct timespec past, never = {0, -1};
int main (void)
{
    assert (!pthread_rwlock_wrlock (&l));
    assert (pthread_rwlock_wrlock (&l) == EDEADLK);
    assert (pthread_rwlock_timedrdlock (&l, &past) == EDEADLK);
    assert (pthread_rwlock_timedrdlock (&l, &never) == EINVAL);
    assert (pthread_rwlock_tryrdlock (&l) == EBUSY);
    assert (!pthread_rwlock_destroy (&l) && !pthread_rwlock_unlock (&l));
    assert (!pthread_rwlock_rdlock (&l));
    return 0;
}
