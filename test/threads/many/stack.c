// verdict: UNSAFE assertion failed
// options: --check=assert
/* One thread writes to a local of another that is where many are. */
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
    if (shown != &x)
        *shown = 1;
    assert (x == 0);
    for (;;)
        ;
    return none;
}

int
main (void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create (&t, 0, run, 0);
    for (;;)
        ;
}
