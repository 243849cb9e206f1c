// verdict: SAFE
// options: --check=race
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *add (void *unused)
{
    pthread_mutex_lock (&m);
    n = n + 1;
    pthread_mutex_unlock (&m);
    return unused;
}
int main (void)
{
    pthread_t a, b;
    pthread_create (&a, NULL, add, NULL);
    pthread_create (&b, NULL, add, NULL);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
}
