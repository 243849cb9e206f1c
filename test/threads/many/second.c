// verdict: UNSAFE assertion failed
// options: --check=assert
/* Needs all three threads, which wait at one place. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int n, go;

void
__VERIFIER_atomic_count (void)
{
    __VERIFIER_assume (go && n < 3);
    n++;
}

static void *
run (void *none)
{
    __VERIFIER_atomic_count ();
    assert (n < 3);
    return none;
}

int
main (void)
{
    pthread_t t;
    for (int i = 0; i < 3; i++)
        pthread_create (&t, 0, run, 0);
    go = 1;
    for (;;)
        ;
}
