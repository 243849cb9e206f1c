// verdict: UNSAFE assertion failed
// options: --check=assert
/* Threads begin with what nobody sees; that must not keep main from going on. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume (int);
int flag;

static void *
run (void *none)
{
    int k = 0;
    for (int i = 0; i < 3; i++)
        k += i;
    assert (flag == 0 || k == 0);
    return none;
}

int
main (void)
{
    pthread_t t;
    for (int i = 0; i < 5; i++)
        pthread_create (&t, 0, run, 0);
    flag = 1;
    for (;;)
        ;
}
