// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_mutex_t m;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec past;
int main (void)
{
    assert (pthread_cond_timedwait (&c, &m, &past) == ETIMEDOUT);
    assert (!pthread_mutex_trylock (&m));
    return 0;
}
