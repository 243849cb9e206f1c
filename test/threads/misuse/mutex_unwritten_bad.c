// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
int main (void)
{
    pthread_mutex_t m;
    pthread_mutex_lock (&m);
    assert (0);
    return 0;
}
