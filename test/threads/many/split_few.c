// verdict: SAFE
// options: --check=assert
/* The lesser of 10 and an input is at most 10: that is few blocks, where what is
 * not 0 would be too many. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int (void);
int seed = 1;

void
__VERIFIER_atomic_swap (int old, int next, int *done)
{
    *done = seed == old;
    if (*done)
        seed = next;
}

static int
take (void)
{
    int old, next, done;
    do {
        old = seed;
        do
            next = __VERIFIER_nondet_int ();
        while (next == old || next == 0);
        __VERIFIER_atomic_swap (old, next, &done);
    } while (!done);
    return 10 >= next ? next : 10;
}

static void *
run (void *none)
{
    assert (take () <= 10);
    return none;
}

int
main (void)
{
    pthread_t t;
    for (;;)
        pthread_create (&t, 0, run, 0);
}
