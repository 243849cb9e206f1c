// verdict: SAFE
// options: --engine=explore --check=assert,deadlock,lock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main (void)
{
    pthread_rwlock_rdlock (&l);
    assert (pthread_rwlock_tryrdlock (&l) == 0);
    assert (pthread_rwlock_trywrlock (&l) == EBUSY);
    pthread_rwlock_unlock (&l);
    pthread_rwlock_unlock (&l);
    assert (pthread_rwlock_wrlock (&l) == 0);
    assert (pthread_rwlock_wrlock (&l) == EDEADLK);
    assert (pthread_rwlock_tryrdlock (&l) == EBUSY);
    pthread_rwlock_unlock (&l);
    return 0;
}
