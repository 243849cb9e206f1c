// verdict: UNSAFE assertion failed
// options: --check=assert
/* Any number of threads, two of them behind a lock of their own making. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int m, c;

void
__VERIFIER_atomic_acquire (void)
{
    __VERIFIER_assume (m < 2);
    m++;
}

static void *
run (void *none)
{
    for (;;) {
        __VERIFIER_atomic_acquire ();
        c++;
        assert (c == 1);
        c--;
        m--;
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
