// verdict: UNSAFE deadlock
// options: --engine=explore
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
void again (void)
{
    pthread_once (&o, again);
}
int main (void)
{
    pthread_once (&o, again);
    return 0;
}
