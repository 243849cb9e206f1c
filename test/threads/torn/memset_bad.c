// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
#include <string.h>
char b[64], c[64];
void *writes (void *p)
{
    memset (b, 1, 64);
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, writes, 0);
    memcpy (c, b, 64);
    pthread_join (t, 0);
    assert (c[0] == c[63]);
    return 0;
}
