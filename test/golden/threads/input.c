#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int (void);
int given, copy;
void *work (void *arg)
{
    copy = given;
    return 0;
}
int main (void)
{
    pthread_t t;
    given = __VERIFIER_nondet_int ();
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
#ifdef NEVER
    assert (copy == given);
#else
    assert (copy * 2 - 3 != 13 || given != 8);
#endif
    return 0;
}
