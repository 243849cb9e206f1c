// verdict: SAFE
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
mtx_t m;
cnd_t c;
once_flag o = ONCE_FLAG_INIT;
tss_t key;
int x, made;
atomic_int n;
_Thread_local int mine;
void make (void)
{
    made++;
}
int add (void *p)
{
    call_once (&o, make);
    mine++;
    atomic_fetch_add (&n, 1);
    tss_set (key, &mine);
    mtx_lock (&m);
    x++;
    cnd_signal (&c);
    mtx_unlock (&m);
    assert (mine == 1 && made == 1 && tss_get (key) == &mine);
    return 5;
}
int main (void)
{
    thrd_t t;
    int r;
    mtx_init (&m, mtx_recursive);
    cnd_init (&c);
    tss_create (&key, 0);
    thrd_create (&t, add, 0);
    mtx_lock (&m);
    while (!x)
        cnd_wait (&c, &m);
    mtx_unlock (&m);
    thrd_join (t, &r);
    assert (r == 5 && mine == 0 && n == 1 && thrd_equal (thrd_current (), thrd_current ()));
    return 0;
}
