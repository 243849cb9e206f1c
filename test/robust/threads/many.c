#include <pthread.h>
static pthread_t t[10000];
static pthread_mutex_t closed = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *p)
{
    pthread_mutex_lock (&closed);
    return p;
}
int main (void)
{
    pthread_mutex_lock (&closed);
    for (int i = 0; i < 10000; i++)
        pthread_create (&t[i], 0, work, 0);
    return 0;
}
