// verdict: UNSAFE assertion failed
// options: --check=assert
/* Both grow as fast as they can only if the threads take turns: a few schedules
 * are tried where there are too many states (probe.h). */
#include <assert.h>
#include <pthread.h>

enum { N = 12 };
int i = 1, j = 1;

static void *
left (void *none)
{
    for (int k = 0; k < N; k++)
        i += j;
    return none;
}

static void *
right (void *none)
{
    for (int k = 0; k < N; k++)
        j += i;
    return none;
}

int
main (void)
{
    pthread_t a, b;
    pthread_create (&a, 0, left, 0);
    pthread_create (&b, 0, right, 0);
    assert (i < 121393 && j < 121393);
}
