// verdict: UNSAFE assertion failed
// options: --check=assert
/* Whatever block an input is put in, all its values are looked at. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int (void);
int seed = 1;

static void *
run (void *none)
{
    int next = __VERIFIER_nondet_int ();
    if (next != 4) {
        seed = next;
        assert (next != 13);
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
