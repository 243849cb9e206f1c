// verdict: UNSAFE assertion failed
// native: no the end of a thread cannot be held up
// A thread that did its last work has not ended yet.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int x;
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
    pthread_create (&t, 0, f, 0);
    if (x == 1)
        assert (pthread_tryjoin_np (t, 0) == 0);
    return 0;
}
