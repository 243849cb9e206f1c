// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, tries;
void *adds (void *p)
{
    int seen = atomic_load (&x);
    while (!atomic_compare_exchange_weak (&x, &seen, seen + 1))
        tries++;
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, adds, 0);
    adds (0);
    pthread_join (t, 0);
    assert (x == 2);
    assert (tries < 2);
    return 0;
}
