// verdict: UNSAFE assertion failed
// options: --check=assert
/* What is forgotten of a number may be anything: also what goes wrong, after
 * more states than are looked at before it is forgotten. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int (void);
int next = 1;
unsigned char a, b;

void
__VERIFIER_atomic_take (void)
{
    next += 2;
    assert (next != 61);
}

void
__VERIFIER_atomic_count (void)
{
    a += b & 1;
    b++;
}

static void *
run (void *none)
{
    for (;;)
        if (__VERIFIER_nondet_int ())
            __VERIFIER_atomic_take ();
        else
            __VERIFIER_atomic_count ();
    return none;
}

int
main (void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++)
        pthread_create (&t, 0, run, 0);
}
