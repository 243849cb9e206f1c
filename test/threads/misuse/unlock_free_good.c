// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *adds (void *p)
{
    pthread_mutex_lock (&m);
    int old = x;
    x = old + 1;
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, adds, 0);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
    assert (x == 2);
    return 0;
}
