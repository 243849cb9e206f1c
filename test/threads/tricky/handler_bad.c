// verdict: UNSAFE assertion failed
// What a function of exit did others may see before the program is over.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void
h (void)
{
    x = 1;
}
static void *
f (void *a)
{
    assert (x == 0);
    return a;
}
int
main (void)
{
    pthread_t t;
    atexit (h);
    pthread_create (&t, 0, f, 0);
    exit (0);
}
