// verdict: UNSAFE double free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic (int *) shared;
static void *drop (void *unused)
{
    int *mine = atomic_load (&shared);
    atomic_store (&shared, NULL);
    free (mine);
    return unused;
}
int main (void)
{
    pthread_t a;
    atomic_store (&shared, malloc (sizeof (int)));
    pthread_create (&a, NULL, drop, NULL);
    drop (NULL);
    pthread_join (a, NULL);
}
