#include <pthread.h>
int mystery (int);
static void *work (void *p)
{
    return mystery (3) ? p : 0;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
