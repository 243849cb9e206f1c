// verdict: UNSAFE assertion failed
// options: --check=assert
// What a thread did before it aborts others may see.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void *
f (void *a)
{
    x = 1;
    abort ();
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    assert (x == 0);
    return 0;
}
