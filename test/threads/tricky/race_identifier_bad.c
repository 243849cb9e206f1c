// verdict: UNSAFE data race
// native: no the shim does not know what a function of libc reads or writes
// options: --check=race
// pthread_create writes the number of the thread.
#include <pthread.h>
pthread_t one, two, copy;
static void *
f (void *a)
{
    copy = two;
    return a;
}
static void *
g (void *a)
{
    return a;
}
int
main (void)
{
    pthread_create (&one, 0, f, 0);
    pthread_create (&two, 0, g, 0);
    pthread_join (one, 0);
    pthread_join (two, 0);
    return 0;
}
