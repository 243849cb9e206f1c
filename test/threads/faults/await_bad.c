// verdict: UNSAFE deadlock
// native: no the real program waits for ever
/* Both wait for what the other gives only then: nothing of the sections is left,
 * so each still has its own. */
#include <cohort.h>
#include <pthread.h>

static int mine[2] = {1, 1}, both;

static void *
take (void *number)
{
    long me = (long) number;
    BEGINATOMIC;
    mine[me] = 0;
    AWAIT (!mine[1 - me]);
    both++;
    ENDATOMIC;
    return 0;
}

int
main (void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++)
        pthread_create (&t[i], 0, take, (void *) i);
    for (int i = 0; i < 2; i++)
        pthread_join (t[i], 0);
}
