// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main (void)
{
    pthread_cond_signal (&c);
    pthread_cond_destroy (&c);
    pthread_cond_signal (&c);
    assert (0);
    return 0;
}
