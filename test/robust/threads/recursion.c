#include <pthread.h>
static int down (int n)
{
    return n ? 1 + down (n + 1) : 0;
}
static void *work (void *p)
{
    return down (1) ? p : 0;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
