// verdict: SAFE
// options: --engine=explore
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main (void)
{
    assert (pthread_join (pthread_self (), 0) == EDEADLK);
    return 0;
}
