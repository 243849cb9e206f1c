// verdict: UNSAFE assertion failed
/* Inputs decide, in both threads and together.  -DGOOD: never wrongly. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int (void);
unsigned char __VERIFIER_nondet_uchar (void);

static int key, steps;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *
walk (void *unused)
{
    (void) unused;
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock (&lock);
        unsigned char way = __VERIFIER_nondet_uchar ();
        if (way < 50)
            steps += 1;
        else if (way < 100)
            steps += 2;
        else
            steps += 3;
        pthread_mutex_unlock (&lock);
    }
    return NULL;
}

int
main (void)
{
    pthread_t a, b;
    key = __VERIFIER_nondet_int ();
    if (key <= 1000 || key >= 1010)
        return 0;
    pthread_create (&a, NULL, walk, NULL);
    pthread_create (&b, NULL, walk, NULL);
    pthread_join (a, NULL);
    pthread_join (b, NULL);
#ifdef GOOD
    assert (steps >= 6 && steps <= 18);
#else
    assert (steps != 17 || key != 1007);
#endif
    return 0;
}
