// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void
h (void)
{
    assert (x == 1);
}
static void *
f (void *a)
{
    x = 1;
    return a;
}
int
main (void)
{
    pthread_t t;
    atexit (h);
    pthread_create (&t, 0, f, 0);
    pthread_join (t, 0);
    exit (0);
}
