// verdict: SAFE
// An invalid write.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned char *buffer;
static unsigned used;
static void *put (void *count)
{
    pthread_mutex_lock (&m);
    for (int i = 0; i < *(int *) count; i++)
        if (used < 4)
            buffer[used++] = 'x';
    pthread_mutex_unlock (&m);
    return NULL;
}
int main (void)
{
    pthread_t a;
    int two = 2, three = 3;
    buffer = malloc (4);
    if (!buffer)
        return 0;
    pthread_create (&a, NULL, put, &two);
    put (&three);
    pthread_join (a, NULL);
    free (buffer);
}
