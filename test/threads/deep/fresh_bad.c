// verdict: UNSAFE assertion failed
// options: --check=assert --assume=malloc
/* Memory that was never written may be 0. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

char *v;

static void *
make (void *none)
{
    v = malloc (2);
    return none;
}

static void *
fill (void *none)
{
    if (v)
        v[1] = 'x';
    return none;
}

int
main (void)
{
    pthread_t a, b;
    pthread_create (&a, 0, make, 0);
    pthread_create (&b, 0, fill, 0);
    pthread_join (a, 0);
    pthread_join (b, 0);
    assert (v[1] == 'x');
}
