// verdict: SAFE
// Unlocked as often as locked.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_mutex_t m;
void *other (void *p)
{
    assert (pthread_mutex_trylock (&m) == 0);
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init (&kind);
    pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init (&m, &kind);
    pthread_mutex_lock (&m);
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    pthread_mutex_unlock (&m);
    pthread_create (&t, 0, other, 0);
    pthread_join (t, 0);
    return 0;
}
