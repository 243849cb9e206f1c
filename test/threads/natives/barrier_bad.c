// verdict: UNSAFE deadlock
#include <pthread.h>
pthread_barrier_t b;
void *meet (void *p)
{
    pthread_barrier_wait (&b);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_barrier_init (&b, 0, 3);
    pthread_create (&t, 0, meet, 0);
    pthread_barrier_wait (&b);
    pthread_join (t, 0);
    return 0;
}
