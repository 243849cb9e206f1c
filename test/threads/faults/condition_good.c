// verdict: SAFE
// A signal that nobody waits for yet is lost.
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *other (void *unused)
{
    pthread_mutex_lock (&m);
    ready = 1;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
    return unused;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, NULL, other, NULL);
    pthread_mutex_lock (&m);
    while (!ready)
        pthread_cond_wait (&c, &m);
    pthread_mutex_unlock (&m);
    pthread_join (t, NULL);
    return ready - 1;
}
