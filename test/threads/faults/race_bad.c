// verdict: UNSAFE data race
// options: --check=race
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *add (void *unused)
{
    n = n + 1;
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
