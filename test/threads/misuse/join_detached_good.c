// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
int go, done;
void *waits (void *p)
{
    while (!__atomic_load_n (&go, __ATOMIC_SEQ_CST))
        ;
    __atomic_store_n (&done, 1, __ATOMIC_SEQ_CST);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, waits, 0);
    pthread_detach (t);
    assert (pthread_join (t, 0) == EINVAL);
    __atomic_store_n (&go, 1, __ATOMIC_SEQ_CST);
    return 0;
}
