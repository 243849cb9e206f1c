// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_spinlock_t s;
int x;
void *add (void *p)
{
    pthread_spin_lock (&s);
    x++;
    assert (pthread_spin_trylock (&s) == EBUSY);
    pthread_spin_unlock (&s);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_spin_init (&s, 0);
    pthread_create (&t, 0, add, 0);
    add (0);
    pthread_join (t, 0);
    assert (x == 2);
    pthread_spin_destroy (&s);
    return 0;
}
