// verdict: UNSAFE assertion failed
// options: --check=assert
/* All of them can wait at one place, and go on: none gets lost where they are
 * counted. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
enum { N = 14 };
int inside, passed;

void
__VERIFIER_atomic_enter (void)
{
    inside++;
}

void
__VERIFIER_atomic_leave (void)
{
    __VERIFIER_assume (inside == N);
    passed++;
    assert (passed < N);
}

static void *
run (void *none)
{
    __VERIFIER_atomic_enter ();
    __VERIFIER_atomic_leave ();
    return none;
}

int
main (void)
{
    pthread_t t;
    for (int i = 0; i < N; i++)
        pthread_create (&t, 0, run, 0);
}
