// verdict: SAFE
#include <cohort.h>
#include <pthread.h>
struct { int a, b; } x;
void *add (void *p)
{
    x.b++;
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, add, 0);
    VLOCK (&x.a);
    x.a++;
    VUNLOCK (&x.a);
    pthread_join (t, 0);
    return 0;
}
