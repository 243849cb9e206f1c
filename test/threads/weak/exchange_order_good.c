// verdict: SAFE
// options: --check=race
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int turn;
void *second (void *p)
{
    int seen = 1;
    if (atomic_compare_exchange_strong_explicit (
            &turn, &seen, 2, memory_order_acq_rel, memory_order_acquire))
        data = 2;
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, second, 0);
    data = 1;
    atomic_exchange_explicit (&turn, 1, memory_order_acq_rel);
    pthread_join (t, 0);
    return 0;
}
