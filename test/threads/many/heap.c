// verdict: UNSAFE assertion failed
// options: --check=assert --assume=malloc
/* What many threads point to is not theirs alone. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
#include <stdlib.h>

int go;

void
__VERIFIER_atomic_wait (void)
{
    __VERIFIER_assume (go);
}

static void *
run (void *p)
{
    int *x = p;
    __VERIFIER_atomic_wait ();
    *x = 0;
    *x = 1;
    assert (*x == 1);
    return 0;
}

int
main (void)
{
    pthread_t t;
    int *x = malloc (sizeof *x);
    for (int i = 0; i < 3; i++)
        pthread_create (&t, 0, run, x);
    go = 1;
    for (;;)
        ;
}
