// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <string.h>
char b[4], ones[4] = {1, 1, 1, 1}, none[4];
void *writes (void *p)
{
    memset (b, 1, 4);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, writes, 0);

    pthread_join (t, 0);
    assert (!memcmp (b, ones, 4));
    return 0;
}
