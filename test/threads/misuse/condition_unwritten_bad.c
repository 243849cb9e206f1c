// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
int main (void)
{
    pthread_cond_t c;
    pthread_cond_signal (&c);
    assert (0);
    return 0;
}
