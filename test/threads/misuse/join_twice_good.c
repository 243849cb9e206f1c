// verdict: SAFE
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
    pthread_create (&t, 0, nothing, 0);
    assert (!pthread_join (t, 0));
    assert (pthread_join (t, 0) == ESRCH);
    assert (pthread_join (0, 0) == ESRCH);
    return 0;
}
