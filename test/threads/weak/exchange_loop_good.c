// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *adds (void *p)
{
    int seen = atomic_load (&x);
    while (!atomic_compare_exchange_weak (&x, &seen, seen + 1))
        ;
    return p;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, adds, 0);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
    assert (x == 2);
    return 0;
}
