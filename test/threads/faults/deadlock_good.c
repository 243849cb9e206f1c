// verdict: SAFE
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void both (pthread_mutex_t *x, pthread_mutex_t *y)
{
    pthread_mutex_lock (x);
    pthread_mutex_lock (y);
    n++;
    pthread_mutex_unlock (y);
    pthread_mutex_unlock (x);
}
static void *one (void *unused)
{
    both (&a, &b);
    return unused;
}
static void *two (void *unused)
{
    both (&a, &b);
    return unused;
}
int main (void)
{
    pthread_t x, y;
    pthread_create (&x, NULL, one, NULL);
    pthread_create (&y, NULL, two, NULL);
    pthread_join (x, NULL);
    pthread_join (y, NULL);
}
