// verdict: SAFE
// options: --engine=explore
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_spinlock_t s;
int main (void)
{
    assert (pthread_spin_trylock (&s) == EBUSY && !pthread_spin_unlock (&s));
    assert (!pthread_spin_lock (&s) && !pthread_spin_destroy (&s));
    assert (pthread_spin_trylock (&s) == EBUSY);
    return 0;
}
