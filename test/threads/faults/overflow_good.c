// verdict: SAFE
// options: --check=overflow
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned n = 2147483646;
static void *add (void *unused)
{
    pthread_mutex_lock (&m);
    n++;
    pthread_mutex_unlock (&m);
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, add, NULL);
    add (NULL);
    pthread_join (a, NULL);
}
