// verdict: UNSAFE assertion failed
// options: --check=assert
/* What is written is read. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
unsigned log[4], n, m;

void
__VERIFIER_atomic_take (unsigned *k)
{
    *k = n;
    n = (n + 1) % 4;
}

static void *
run (void *none)
{
    unsigned k;
    __VERIFIER_atomic_take (&k);
    for (unsigned i = 0;; i++) {
        log[k] = i;
        assert (log[k] != 1);
        if (i == 5)
            i = 0;
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
