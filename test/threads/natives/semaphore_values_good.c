// verdict: SAFE
// options: --engine=explore
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
int main (void)
{
    sem_t s;
    int v;
    sem_init (&s, 0, 2);
    sem_wait (&s);
    assert (!sem_trywait (&s));
    errno = 0;
    assert (sem_trywait (&s) == -1 && errno == EAGAIN);
    sem_post (&s);
    sem_getvalue (&s, &v);
    assert (v == 1);
    sem_destroy (&s);
    return 0;
}
