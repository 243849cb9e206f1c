// verdict: UNSAFE deadlock
// options: --engine=explore
// native: no (the real one says EDEADLK)
#include <pthread.h>
int main (void)
{
    pthread_join (pthread_self (), 0);
    return 0;
}
