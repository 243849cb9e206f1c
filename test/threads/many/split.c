// verdict: SAFE
// options: --check=assert
/* An input that is not 0 is known not to be, wherever it goes (vm/reduce/split.h). */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int __VERIFIER_nondet_int (void);
int seed = 1, m;

void
__VERIFIER_atomic_acquire (void)
{
    __VERIFIER_assume (m == 0);
    m = 1;
}

static void *
run (void *none)
{
    int next;
    assert (seed != 0);
    __VERIFIER_atomic_acquire ();
    do
        next = __VERIFIER_nondet_int ();
    while (next == seed || next == 0);
    seed = next;
    m = 0;
    return none;
}

int
main (void)
{
    pthread_t t;
    for (;;)
        pthread_create (&t, 0, run, 0);
}
