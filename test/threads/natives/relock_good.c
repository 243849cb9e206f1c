// verdict: SAFE
// options: --engine=explore --check=assert,deadlock,lock
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t fixed = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int main (void)
{
    pthread_mutex_t made;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init (&kind);
    pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init (&made, &kind);
    for (int i = 0; i < 2; i++) {
        assert (!pthread_mutex_lock (&fixed));
        assert (!pthread_mutex_lock (&made));
    }
    assert (!pthread_mutex_lock (&strict));
    assert (pthread_mutex_lock (&strict) == EDEADLK);
    assert (pthread_mutex_trylock (&strict) == EBUSY);
    assert (!pthread_mutex_unlock (&strict));
    assert (pthread_mutex_unlock (&strict) == EPERM);
    for (int i = 0; i < 2; i++) {
        assert (!pthread_mutex_unlock (&fixed));
        assert (!pthread_mutex_unlock (&made));
    }
    pthread_mutex_destroy (&made);
    return 0;
}
