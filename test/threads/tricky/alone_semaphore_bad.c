// verdict: UNSAFE deadlock
#include <semaphore.h>
sem_t s;
int
main (void)
{
    sem_init (&s, 0, 0);
    return sem_wait (&s);
}
