// verdict: UNSAFE assertion failed
/* What the second handler does is seen, too, while others run. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int n;
static void last (void)
{
    n = 1;
    assert (n == 1);
}
static void first (void)
{
}
static void *run (void *none)
{
    n = 5;
    return none;
}
int main (void)
{
    pthread_t t;
    atexit (last);
    atexit (first);
    pthread_create (&t, 0, run, 0);
    exit (0);
}
