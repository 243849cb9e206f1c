// verdict: UNSAFE lock misuse
// options: --check=lock
#include <pthread.h>
void *nothing (void *p)
{
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init (&a);
    pthread_attr_setdetachstate (&a, PTHREAD_CREATE_DETACHED);
    pthread_create (&t, &a, nothing, 0);
    pthread_join (t, 0);
    return 0;
}
