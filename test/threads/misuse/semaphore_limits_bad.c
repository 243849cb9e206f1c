// verdict: UNSAFE assertion failed
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
sem_t s;
int main (void)
{
    assert (!sem_init (&s, 0, 0x7fffffffu) && !sem_post (&s));
    return 0;
}
