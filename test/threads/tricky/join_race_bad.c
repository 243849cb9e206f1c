// verdict: UNSAFE lock misuse
// options: --check=lock
// Two threads join a third one.
#include <pthread.h>
pthread_t t, u;
static void *
f (void *a)
{
    return a;
}
static void *
g (void *a)
{
    pthread_join (t, 0);
    return a;
}
int
main (void)
{
    pthread_create (&t, 0, f, 0);
    pthread_create (&u, 0, g, 0);
    pthread_join (t, 0);
    pthread_join (u, 0);
    return 0;
}
