// verdict: UNSAFE assertion failed
#include <cohort.h>
#include <pthread.h>
static int n;
static void *add (void *unused)
{
    int seen = n;
    n = seen + 1;
    return unused;
}
int main (void)
{
    pthread_t a, b;
    pthread_create (&a, NULL, add, NULL);
    pthread_create (&b, NULL, add, NULL);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
    VASSERT (n == 2);
}
