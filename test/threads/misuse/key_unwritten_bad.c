// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
int main (void)
{
    pthread_key_t k;
    pthread_setspecific (k, &k);
    assert (0);
    return 0;
}
