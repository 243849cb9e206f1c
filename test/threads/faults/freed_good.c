// verdict: SAFE
#include <pthread.h>
#include <stdlib.h>
struct item {
    int users, value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *drop (void *p)
{
    struct item *i = p;
    pthread_mutex_lock (&m);
    int left = --i->users;
    pthread_mutex_unlock (&m);
    if (!left)
        free (i);
    return NULL;
}
int main (void)
{
    pthread_t a;
    struct item *i = malloc (sizeof *i);
    if (!i)
        return 0;
    *i = (struct item){2, 3};
    pthread_create (&a, NULL, drop, i);
    drop (i);
    pthread_join (a, NULL);
}
