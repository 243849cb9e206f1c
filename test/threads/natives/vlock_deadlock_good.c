// verdict: SAFE
#include <cohort.h>
#include <pthread.h>
int x, y;
void *other (void *p)
{
    VLOCK (&x);
    VLOCK (&y);
    VUNLOCK (&x);
    VUNLOCK (&y);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, other, 0);
    VLOCK (&x);
    VLOCK (&y);
    VUNLOCK (&y);
    VUNLOCK (&x);
    pthread_join (t, 0);
    return 0;
}
