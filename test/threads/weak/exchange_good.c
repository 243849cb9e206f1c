// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *once (void *p)
{
    int seen = 0;
    assert (atomic_compare_exchange_strong (&x, &seen, 1));
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, once, 0);
    pthread_join (t, 0);
    return 0;
}
