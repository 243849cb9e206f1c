// verdict: SAFE
// A lock that is held at the end is fine; to wait for it is not.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *holder (void *unused)
{
    pthread_mutex_lock (&m);
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, holder, NULL);
    pthread_join (a, NULL);
    exit (0);
}
