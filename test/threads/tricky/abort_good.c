// verdict: SAFE
// options: --check=assert
// Nobody runs on after abort.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
f (void *a)
{
    pthread_mutex_lock (&m);
    x = 1;
    abort ();
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    pthread_mutex_lock (&m);
    assert (x == 0);
    pthread_mutex_unlock (&m);
    return 0;
}
