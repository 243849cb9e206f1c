// verdict: UNKNOWN
// options: --engine=cegar
// Other engines do not know that locks wait.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int
main (void)
{
    pthread_mutex_lock (&m);
    pthread_mutex_lock (&m);
    return 0;
}
