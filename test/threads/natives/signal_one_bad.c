// verdict: UNSAFE deadlock
// One signal wakes one of two; broadcast would wake both.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *wait (void *p)
{
    pthread_mutex_lock (&m);
    while (!ready)
        pthread_cond_wait (&c, &m);
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, wait, 0);
    pthread_mutex_lock (&m);
    ready = 1;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
    return 0;
}
