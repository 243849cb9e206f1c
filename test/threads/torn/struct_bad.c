// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
struct point {
    long x, y, z;
} g;
void *writes (void *p)
{
    struct point n = {1, 1, 1};
    g = n;
    return p;
}
void *reads (void *p)
{
    struct point n = g;
    assert (n.x == n.y && n.y == n.z);
    return p;
}
int main (void)
{
    pthread_t t, u;
    pthread_create (&t, 0, writes, 0);
    pthread_create (&u, 0, reads, 0);
    pthread_join (t, 0);
    pthread_join (u, 0);
    return 0;
}
