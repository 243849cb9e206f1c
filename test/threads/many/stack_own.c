// verdict: SAFE
// options: --check=assert
/* One thread writes to its own local, and is where many are. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int *shown;

void
__VERIFIER_atomic_show (int *x)
{
    if (!shown)
        shown = x;
}

static void *
run (void *none)
{
    int x = 0;
    __VERIFIER_atomic_show (&x);
    if (shown == &x)
        *shown = 0;
    assert (x == 0);
    for (;;)
        ;
    return none;
}

int
main (void)
{
    pthread_t t;
    for (;;)
        pthread_create (&t, 0, run, 0);
}
