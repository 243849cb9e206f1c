// verdict: UNKNOWN
// options: --check=assert --assume=malloc
// reason: inputs that could not be solved for
/* Memory that was never written need not be 0: nothing is SAFE by that. */
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

int
main (void)
{
    pthread_t a;
    pthread_create (&a, 0, make, 0);
    pthread_join (a, 0);
    assert (v[1] == 0);
}
