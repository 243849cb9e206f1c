// verdict: UNSAFE assertion failed
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
    int torn = !memcmp (b.bytes, half, 4);
    pthread_join (t, 0);
    assert (!torn);
    return 0;
}
