// verdict: UNSAFE lock misuse
// native: no glibc does not notice
// options: --check=lock
// A lock is made new while it is held.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
f (void *a)
{
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    return a;
}
int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, f, 0);
    pthread_mutex_init (&m, 0);
    pthread_join (t, 0);
    return 0;
}
