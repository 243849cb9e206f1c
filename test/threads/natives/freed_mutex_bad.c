// verdict: UNSAFE use after free
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t *m;
void *user (void *p)
{
    pthread_mutex_lock (m);
    pthread_mutex_unlock (m);
    return p;
}
int main (void)
{
    pthread_t t;
    m = malloc (sizeof *m);
    if (!m)
        return 0;
    pthread_mutex_init (m, 0);
    pthread_create (&t, 0, user, 0);
    free (m);
    pthread_join (t, 0);
    return 0;
}
