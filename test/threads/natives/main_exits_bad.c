// verdict: UNSAFE assertion failed
// After pthread_exit of main the others go on.
#include <assert.h>
#include <pthread.h>
void *other (void *p)
{
    assert (!p);
    return p;
}
int main (void)
{
    pthread_t t;
    static int x;
    pthread_create (&t, 0, other, &x);
    pthread_exit (0);
}
