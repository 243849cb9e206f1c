#include <pthread.h>
static int x;
static void *work (void *p)
{
    __asm__ volatile ("incl %0" : "+m"(x));
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
