// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *add (void *unused)
{
    (void) unused;
    atomic_fetch_add (&n, 1);
    return NULL;
}
int main (void)
{
    pthread_t a, b;
    pthread_create (&a, NULL, add, NULL);
    pthread_create (&b, NULL, add, NULL);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
    assert (n == 2);
}
