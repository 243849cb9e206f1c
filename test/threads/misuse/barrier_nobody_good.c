// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_barrier_t b;
int main (void)
{
    assert (pthread_barrier_init (&b, 0, 0) == EINVAL);
    assert (pthread_barrier_init (&b, 0, 0x7fffffff) == EINVAL);
    assert (!pthread_barrier_init (&b, 0, 1) && !pthread_barrier_destroy (&b));
    assert (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}
