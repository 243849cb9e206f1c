// verdict: UNSAFE deadlock
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
    pthread_spin_lock (&s);
    return 0;
}
