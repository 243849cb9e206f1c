// verdict: UNSAFE stack use after return
// native: no its memory is still there
/* A local of the round before is used when this round has its own. */
#include <pthread.h>

static char *kept;

static void *
work (void *other)
{
    int sum = 0;
    kept = other;
    for (int i = 0; i < 2; i++) {
        char own[4];
        own[1] = 1;
        sum += kept[1];
        kept = own;
    }
    return sum ? other : 0;
}

int
main (void)
{
    pthread_t t;
    char other[2] = {0, 1};
    pthread_create (&t, 0, work, other);
    pthread_join (t, 0);
    return 0;
}
