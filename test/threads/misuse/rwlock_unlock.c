// verdict: UNKNOWN
// reason: unlock of a rwlock that is free
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main (void)
{
    pthread_rwlock_unlock (&l);
    assert (!pthread_rwlock_trywrlock (&l));
    return 0;
}
