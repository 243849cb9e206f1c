// verdict: UNKNOWN
// reason: a thread is joined by two at once
#include <pthread.h>
pthread_t t;
void *nothing (void *p)
{
    return p;
}
void *joins (void *p)
{
    pthread_join (t, 0);
    return p;
}
int main (void)
{
    pthread_t u;
    pthread_create (&t, 0, nothing, 0);
    pthread_create (&u, 0, joins, 0);
    pthread_join (t, 0);
    pthread_join (u, 0);
    return 0;
}
