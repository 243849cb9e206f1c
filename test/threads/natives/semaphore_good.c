// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int x;
void *add (void *p)
{
    sem_wait (&s);
    int y = x;
    x = y + 1;
    sem_post (&s);
    return p;
}
int main (void)
{
    pthread_t t;
    sem_init (&s, 0, 1);
    pthread_create (&t, 0, add, 0);
    add (0);
    pthread_join (t, 0);
    assert (x == 2);
    return 0;
}
