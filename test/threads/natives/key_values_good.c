// verdict: SAFE
#include <assert.h>
#include <pthread.h>
pthread_key_t k, l;
int ended;
void end (void *p)
{
    assert (*(int *) p == 7);
    assert (pthread_getspecific (k) == 0);
    ended++;
}
void *use (void *p)
{
    static int seven = 7;
    assert (!pthread_getspecific (k) && !pthread_getspecific (l));
    pthread_setspecific (k, &seven);
    pthread_setspecific (l, p);
    assert (pthread_getspecific (k) == &seven && pthread_getspecific (l) == p);
    pthread_exit (p);
}
int main (void)
{
    pthread_t t;
    int x = 3;
    void *back;
    pthread_key_create (&k, end);
    pthread_key_create (&l, 0);
    pthread_setspecific (k, &x);
    pthread_create (&t, 0, use, &x);
    pthread_join (t, &back);
    assert (back == &x && ended == 1 && pthread_getspecific (k) == &x);
    pthread_key_delete (l);
    pthread_key_delete (k);
    return 0;
}
