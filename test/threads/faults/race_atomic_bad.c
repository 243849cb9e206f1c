// verdict: UNSAFE data race
// options: --check=race
// A flag orders what it is set after.
#include <pthread.h>
#include <stdatomic.h>
static int data, got;
static atomic_int ready;
static void *producer (void *unused)
{
    data = 42;
    atomic_store (&ready, 1);
    return unused;
}
int main (void)
{
    pthread_t a;
    pthread_create (&a, NULL, producer, NULL);
    if (!atomic_load (&ready))
        got = data;
    pthread_join (a, NULL);
    return 0;
}
