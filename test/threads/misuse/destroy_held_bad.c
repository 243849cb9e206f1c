// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main (void)
{
    pthread_mutex_lock (&m);
    pthread_mutex_destroy (&m);
    assert (0);
    return 0;
}
