// verdict: SAFE
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *add (void *p)
{
    if (pthread_mutex_trylock (&m) == 0) {
        x++;
        pthread_mutex_unlock (&m);
    }
    return p;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
    assert (x >= 1 && x <= 2);
    return 0;
}
