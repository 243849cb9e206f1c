// verdict: SAFE
// options: --check=lock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *other (void *unused)
{
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, other, NULL);
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    pthread_join (a, NULL);
}
