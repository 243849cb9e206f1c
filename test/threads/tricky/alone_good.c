// verdict: SAFE
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
int
main (void)
{
    sem_init (&s, 0, 1);
    sem_wait (&s);
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    sem_post (&s);
    return 0;
}
