// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
int main (void)
{
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    assert (!pthread_cond_signal (&c));
    return 0;
}
