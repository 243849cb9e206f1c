// verdict: UNSAFE deadlock
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
void *tell (void *p)
{
    ready = 1;
    pthread_cond_signal (&c);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, tell, 0);
    pthread_mutex_lock (&m);
    while (!ready)
        pthread_cond_wait (&c, &m);
    pthread_mutex_unlock (&m);
    pthread_join (t, 0);
    return 0;
}
