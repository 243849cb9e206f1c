// verdict: SAFE
// options: --check=assert,deadlock,race,lock
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int x[2], serial;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *meet (void *p)
{
    int i = *(int *) p;
    for (int round = 1; round < 3; round++) {
        x[i] = round;
        int s = pthread_barrier_wait (&b);
        assert (x[0] == round && x[1] == round);
        if (s == PTHREAD_BARRIER_SERIAL_THREAD) {
            pthread_mutex_lock (&m);
            serial++;
            pthread_mutex_unlock (&m);
        }
        pthread_barrier_wait (&b);
    }
    return 0;
}
int main (void)
{
    pthread_t t;
    int zero = 0, one = 1;
    pthread_barrier_init (&b, 0, 2);
    pthread_create (&t, 0, meet, &zero);
    meet (&one);
    pthread_join (t, 0);
    assert (serial == 2);
    pthread_barrier_destroy (&b);
    return 0;
}
