// verdict: SAFE
// options: --check=race
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *sends (void *p)
{
    data = 1;
    atomic_store_explicit (&ready, 1, memory_order_release);
    return p;
}
void *receives (void *p)
{
    if (atomic_load_explicit (&ready, memory_order_acquire))
        return data ? p : 0;
    return 0;
}
int main (void)
{
    pthread_t t, u;
    pthread_create (&t, 0, sends, 0);
    pthread_create (&u, 0, receives, 0);
    pthread_join (t, 0);
    pthread_join (u, 0);
    return 0;
}
