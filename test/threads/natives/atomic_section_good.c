// verdict: SAFE
#include <assert.h>
#include <cohort.h>
#include <pthread.h>
int x;
void *add (void *p)
{
    BEGINATOMIC
    int y = x;
    x = y + 1;
    ENDATOMIC
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_create (&t, 0, add, 0);
    add (0);
    pthread_join (t, 0);
    VASSERT (x == 2);
    return 0;
}
