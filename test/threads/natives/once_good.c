// verdict: SAFE
#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int made;
void make (void)
{
    pthread_mutex_lock (&m);
    made++;
    pthread_mutex_unlock (&m);
}
void *use (void *p)
{
    pthread_once (&o, make);
    assert (made == 1);
    return p;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, use, 0);
    use (0);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
    return 0;
}
