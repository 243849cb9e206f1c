// verdict: SAFE
// options: --check=assert
/* Numbers that never end: of those that are given out it is known that they are
 * odd, so that what was pushed is not the empty stack (vm/reduce/widening.h). */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int next = 1, top, m;
int memory[10001];

void
__VERIFIER_atomic_acquire (void)
{
    __VERIFIER_assume (m == 0);
    m = 1;
}

void
__VERIFIER_atomic_take (int *index)
{
    __VERIFIER_assume (next < 10000);
    *index = next;
    next += 2;
}

static void *
run (void *none)
{
    int index;
    for (;;) {
        __VERIFIER_atomic_take (&index);
        __VERIFIER_atomic_acquire ();
        memory[index] = top;
        top = index;
        m = 0;
        assert (top != 0);
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
