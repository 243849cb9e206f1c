// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
struct timespec past, never = {0, -1};
int main (void)
{
    pthread_rwlock_wrlock (&l);
    pthread_rwlock_destroy (&l);
    assert (!pthread_rwlock_tryrdlock (&l));
    return 0;
}
