#include <pthread.h>
static volatile long double x = 1;
static void *work (void *p)
{
    x = x * 3;
    return x > 2 ? p : 0;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
