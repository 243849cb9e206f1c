// verdict: UNSAFE assertion failed
// A thread that ends within an atomic section is no longer in it.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin (void);
int x;
pthread_key_t key;
static void
last (void *a)
{
    (void) a;
    x = 1;
    x = 0;
}
static void *
f (void *a)
{
    pthread_setspecific (key, &x);
    __VERIFIER_atomic_begin ();
    pthread_exit (a);
}
int
main (void)
{
    pthread_t t;
    pthread_key_create (&key, last);
    pthread_create (&t, 0, f, 0);
    assert (x == 0);
    pthread_join (t, 0);
    return 0;
}
