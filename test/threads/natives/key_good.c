// verdict: SAFE
// options: --check=leak
#include <pthread.h>
#include <stdlib.h>
pthread_key_t k;
void *use (void *p)
{
    pthread_setspecific (k, malloc (4));
    return p;
}
int main (void)
{
    pthread_t t;
    pthread_key_create (&k, free);
    pthread_create (&t, 0, use, 0);
    pthread_join (t, 0);
    return 0;
}
