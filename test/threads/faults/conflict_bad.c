// verdict: UNSAFE access conflict
#include <cohort.h>
#include <pthread.h>
static int n;
static void *add (void *unused)
{
    n++;
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, add, NULL);
    VLOCK (&n);
    n = 5;
    n = 6;
    VUNLOCK (&n);
    pthread_join (a, NULL);
}
