/* verdict: SAFE */
/* Locals of rounds, used while they are there; a server that never ends. */
#include <pthread.h>

static char *kept;

static void *
work (void *other)
{
    for (;;) {
        char own[4];
        own[1] = 1;
        kept = own;
        kept[1]++;
        kept = other;
    }
    return 0;
}

int
main (void)
{
    pthread_t t;
    char other[2] = {0, 1};
    pthread_create (&t, 0, work, other);
    pthread_join (t, 0);
    return kept[1];
}
