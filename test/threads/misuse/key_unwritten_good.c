// verdict: SAFE
#include <assert.h>
#include <pthread.h>
int main (void)
{
    pthread_key_t k = 0;
    assert (pthread_setspecific (k, &k) && !pthread_getspecific (k));
    return 0;
}
