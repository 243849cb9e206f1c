// verdict: UNSAFE assertion failed
#include <assert.h>
#include <pthread.h>
struct pair {
    int a, b;
    void *p;
} from, to;
void *copies (void *p)
{
    to = from;
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, copies, 0);
    from.a = 1;
    to.a = 5;
    pthread_join (t, 0);
    assert (to.a);
    return 0;
}
