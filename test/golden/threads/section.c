/* One thread writes x in an atomic section, the other reads it without: a race for
 * those who take a section for a lock. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin (void), __VERIFIER_atomic_end (void);
int x;

static void *
writes (void *unused)
{
    __VERIFIER_atomic_begin ();
    x = 1;
    __VERIFIER_atomic_end ();
    return unused;
}

int
main (void)
{
    pthread_t t;
    pthread_create (&t, 0, writes, 0);
    int seen = x;
    pthread_join (t, 0);
    return seen > 1;
}
