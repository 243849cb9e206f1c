// verdict: UNSAFE assertion failed
// options: --check=assert --assume=malloc
/* The same behind many states: all threads may use one place. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { N = 14 };
int *cell, at = -1;

static void *
set (void *none)
{
    cell[at] = 1;
    return none;
}

int
main (void)
{
    pthread_t t[N];
    int sum = 0;
    cell = malloc (N * sizeof *cell);
    for (int i = 0; i < N; i++) {
        at++;
        pthread_create (&t[i], 0, set, 0);
    }
    for (int i = 0; i < N; i++)
        pthread_join (t[i], 0);
    for (int i = 0; i < N; i++)
        sum += cell[i];
    assert (sum == N);
}
