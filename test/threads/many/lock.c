// verdict: SAFE
// options: --check=assert
/* Any number of threads, one at a time behind a lock of their own making. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int m, c;

void
__VERIFIER_atomic_acquire (void)
{
    __VERIFIER_assume (m == 0);
    m = 1;
}

static void *
run (void *none)
{
    for (;;) {
        __VERIFIER_atomic_acquire ();
        c++;
        assert (c == 1);
        c--;
        m = 0;
    }
    return none;
}

int
main (void)
{
    pthread_t t;
    for (;;)
        pthread_create (&t, 0, run, 0);
}
