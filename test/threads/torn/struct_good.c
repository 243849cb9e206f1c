// verdict: SAFE
#include <assert.h>
#include <pthread.h>
struct point {
    long x, y, z;
} g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *writes (void *p)
{
    struct point n = {1, 1, 1};
    pthread_mutex_lock (&m);
    g = n;
    pthread_mutex_unlock (&m);
    return p;
}
void *reads (void *p)
{
    pthread_mutex_lock (&m);
    struct point n = g;
    pthread_mutex_unlock (&m);
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
