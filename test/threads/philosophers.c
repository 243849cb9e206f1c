// verdict: UNSAFE deadlock
// options: --search=directed --estimate=lock-and-block
/* Dining philosophers who take the left fork first; -DN=50 sets their number. */
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 20
#endif

static pthread_mutex_t fork_of[N];

static void *
philosopher (void *argument)
{
    size_t left = (size_t) argument, right = (left + 1) % N;
    for (;;) {
        pthread_mutex_lock (&fork_of[left]);
        pthread_mutex_lock (&fork_of[right]);
        pthread_mutex_unlock (&fork_of[right]);
        pthread_mutex_unlock (&fork_of[left]);
    }
    return NULL;
}

int
main (void)
{
    pthread_t thread[N];
    for (size_t i = 0; i < N; i++)
        pthread_mutex_init (&fork_of[i], NULL);
    for (size_t i = 0; i < N; i++)
        pthread_create (&thread[i], NULL, philosopher, (void *) i);
    for (size_t i = 0; i < N; i++)
        pthread_join (thread[i], NULL);
    return 0;
}
