// verdict: SAFE
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
    if (pthread_tryjoin_np (t, 0) == 0)
        assert (x == 1);
    return 0;
}
