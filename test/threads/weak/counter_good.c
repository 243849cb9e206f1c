// verdict: SAFE
// options: --check=race
#include <pthread.h>
#include <stdatomic.h>
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int count;
void *adds (void *p)
{
    atomic_fetch_add_explicit (&count, 1, memory_order_relaxed);
    pthread_mutex_lock (&m);
    data++;
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, adds, 0);
    adds (0);
    pthread_join (t, 0);
    return 0;
}
