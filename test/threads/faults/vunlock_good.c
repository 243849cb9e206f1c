// verdict: SAFE
// options: --check=lock
#include <cohort.h>
#include <pthread.h>
static int n;
static void *other (void *unused)
{
    VLOCK (&n);
    VUNLOCK (&n);
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, other, NULL);
    VLOCK (&n);
    n = 5;
    VUNLOCK (&n);
    pthread_join (a, NULL);
}
