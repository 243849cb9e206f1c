// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
int main (void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    assert (!pthread_mutex_lock (&m));
    return 0;
}
