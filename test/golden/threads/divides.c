/* A quotient whose divisor may be 0, and none of which it may not (-DSURE). */
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
unsigned given;

static void *
thread (void *unused)
{
    (void) unused;
    unsigned by = (unsigned) __VERIFIER_nondet_int () & 3;
#ifdef SURE
    by = 3;
#endif
    given = 12 / by;
    return 0;
}

int
main (void)
{
    pthread_t t;
    if (pthread_create (&t, 0, thread, 0))
        return 1;
    pthread_join (t, 0);
    return 0;
}
