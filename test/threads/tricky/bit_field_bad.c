// verdict: UNSAFE assertion failed
// A store of one bit-field writes its neighbours.
#include <assert.h>
#include <pthread.h>
struct {
    unsigned a : 1, b : 1;
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
