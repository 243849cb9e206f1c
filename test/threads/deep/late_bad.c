// verdict: UNSAFE assertion failed
// options: --check=assert
/* The first thread looks when all the others, one after the other, are done. */
#include <assert.h>
#include <pthread.h>

enum { N = 12 };
int x;

static void *
look (void *none)
{
    assert (x < N);
    return none;
}

static void *
count (void *none)
{
    int now = x;
    x = now + 1;
    return none;
}

int
main (void)
{
    pthread_t first, other[N];
    pthread_create (&first, 0, look, 0);
    for (int i = 0; i < N; i++)
        pthread_create (&other[i], 0, count, 0);
    for (int i = 0; i < N; i++)
        pthread_join (other[i], 0);
    pthread_join (first, 0);
}
