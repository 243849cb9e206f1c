#include <pthread.h>
#include <assert.h>
int counter, limit = 2;
int done[2];
void *work (void *arg)
{
    int *mine = arg;
    for (int i = 0; i < limit; i++) {
        int old = counter;
        counter = old + 1;
    }
    *mine = 1;
    return 0;
}
int main (void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create (&t[i], 0, work, &done[i]);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
#ifdef SAFE
    assert (counter >= 2);
#else
    assert (counter == 4);
#endif
    return 0;
}
