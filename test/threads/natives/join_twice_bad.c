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
    pthread_create (&t, 0, nothing, 0);
    pthread_join (t, 0);
    pthread_join (t, 0);
    return 0;
}
