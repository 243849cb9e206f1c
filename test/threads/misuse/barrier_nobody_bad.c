// verdict: UNSAFE crash
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_barrier_t b;
int main (void)
{
    pthread_barrier_wait (&b);
    return 0;
}
