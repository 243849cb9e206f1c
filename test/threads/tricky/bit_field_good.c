// verdict: SAFE
#include <assert.h>
#include <pthread.h>
struct {
    unsigned a : 1;
    unsigned : 0;
    unsigned b : 1;
} s;
static void *
f (void *a)
{
    s.a = 1;
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    s.b = 1;
    pthread_join (t, 0);
    assert (s.a && s.b);
    return 0;
}
