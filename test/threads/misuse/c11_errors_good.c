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
int zero (void *p)
{
    return !p;
}
int main (void)
{
    thrd_t t;
    mtx_t m;
    tss_t k;
    thrd_create (&t, zero, 0);
    assert (thrd_join (t, 0) == thrd_success);
    assert (thrd_join (t, 0) == thrd_error);
    assert (thrd_join (thrd_current (), 0) == thrd_error);
    assert (mtx_init (&m, mtx_plain) == thrd_success);
    mtx_destroy (&m);
    assert (mtx_lock (&m) == thrd_error && mtx_unlock (&m) == thrd_error);
    assert (tss_create (&k, 0) == thrd_success);
    tss_delete (k);
    assert (tss_set (k, &k) == thrd_error);
    return 0;
}
