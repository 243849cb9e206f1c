// verdict: UNSAFE assertion failed
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
    __atomic_store_n (&go, pthread_join (t, 0), __ATOMIC_SEQ_CST);
    assert (__atomic_load_n (&done, __ATOMIC_SEQ_CST));
    return 0;
}
