// verdict: UNSAFE deadlock
// options: --engine=explore
// native: no (the real one spins)
#include <pthread.h>
pthread_spinlock_t s;
int main (void)
{
    pthread_spin_init (&s, 0);
    pthread_spin_lock (&s);
    pthread_spin_lock (&s);
    return 0;
}
