// verdict: UNSAFE access out of bounds
// options: --check=assert,access
/* An index that is not known is no excuse where accesses are checked. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int (void);
unsigned next;
int memory[30];
unsigned char a, b;

void
__VERIFIER_atomic_take (void)
{
    memory[next] = 1;
    next++;
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
