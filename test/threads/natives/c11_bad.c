// verdict: UNSAFE assertion failed
#include <assert.h>
#include <threads.h>
mtx_t m;
int x;
int add (void *p)
{
    if (mtx_trylock (&m) != thrd_success)
        return 1;
    x++;
    mtx_unlock (&m);
    return 0;
}
int main (void)
{
    thrd_t t;
    int r;
    mtx_init (&m, mtx_plain);
    thrd_create (&t, add, 0);
    add (0);
    thrd_join (t, &r);
    assert (r == 0);
    assert (x == 2);
    return 0;
}
