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
int zero (void *p)
{
    return !p;
}
int main (void)
{
    thrd_t t;
    thrd_create (&t, zero, 0);
    thrd_join (t, 0);
    assert (thrd_join (t, 0) == ESRCH);
    return 0;
}
