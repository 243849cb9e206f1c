// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *add (void *p)
{
    pthread_rwlock_rdlock (&l);
    int y = x;
    x = y + 1;
    pthread_rwlock_unlock (&l);
    return p;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
    assert (x == 2);
    pthread_rwlock_destroy (&l);
    return 0;
}
