// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
void *nothing (void *p)
{
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_join (t, 0);
    assert (0);
    return 0;
}
