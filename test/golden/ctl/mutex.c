/* Two threads go through a critical section, one after the other. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int in_it, done;

static void
critical (void)
{
    in_it++;
    in_it--;
}

static void *
run (void *unused)
{
    (void) unused;
#ifndef BUG
    pthread_mutex_lock (&m);
#endif
    critical ();
#ifndef BUG
    pthread_mutex_unlock (&m);
#endif
    return 0;
}

int
main (void)
{
    pthread_t t, u;
    pthread_create (&t, 0, run, 0);
    pthread_create (&u, 0, run, 0);
    pthread_join (t, 0);
    pthread_join (u, 0);
    done = 1;
    return 0;
}
