#include <pthread.h>
static unsigned a, b;
static void *work (void *p)
{
    for (;;) {
        a += 3;
        b ^= a;
    }
    return p;
}
int main (void)
{
    pthread_t s, t;
    pthread_create (&s, 0, work, 0);
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
    return 0;
}
