// verdict: SAFE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>
sem_t s;
int main (void)
{
    struct timespec never = {0, -1};
    assert (sem_init (&s, 0, 0x80000000u) == -1 && errno == EINVAL);
    assert (!sem_init (&s, 0, 0x7fffffffu) && sem_post (&s) == -1);
    assert (errno == EOVERFLOW);
    assert (sem_timedwait (&s, &never) == -1 && errno == EINVAL);
    return 0;
}
