// verdict: UNSAFE deadlock
// options: --engine=explore
#include <pthread.h>
pthread_spinlock_t s;
int main (void)
{
    pthread_spin_init (&s, 0);
    pthread_spin_lock (&s);
    pthread_spin_lock (&s);
    return 0;
}
