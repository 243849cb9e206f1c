#include <pthread.h>
#include <assert.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one (void *arg)
{
    pthread_mutex_lock (&a);
    x = 1;
    pthread_mutex_lock (&b);
    pthread_mutex_unlock (&b);
    pthread_mutex_unlock (&a);
    return 0;
}
void *two (void *arg)
{
    pthread_mutex_lock (&b);
    x = 2;
    pthread_mutex_lock (&a);
    pthread_mutex_unlock (&a);
    pthread_mutex_unlock (&b);
    return 0;
}
int main (void)
{
    pthread_t t, u;
    pthread_create (&t, 0, one, 0);
    pthread_create (&u, 0, two, 0);
    pthread_join (t, 0);
    pthread_join (u, 0);
    return 0;
}
