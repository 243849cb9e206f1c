// verdict: UNSAFE lock misuse
// options: --check=lock
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *holder (void *p)
{
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, holder, 0);
    pthread_mutex_destroy (&m);
    pthread_join (t, 0);
    return 0;
}
