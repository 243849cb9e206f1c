// verdict: SAFE
#include <assert.h>
#include <pthread.h>
#include <string.h>
union {
    int word;
    char bytes[4];
} b;
char half[4] = {0, 1, 1, 1};
void *writes (void *p)
{
    b.word = 0x01010101;
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, writes, 0);

    pthread_join (t, 0);
    assert (memcmp (b.bytes, half, 4));
    return 0;
}
