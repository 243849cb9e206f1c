/* phil.c -- dining philosophers, as phil.pml has them: 1,684,801 states for 12
 * without reductions. */
#include "steps.h"

#ifndef N
#define N 12
#endif

static byte fork_[N], eating;

static void *
philosopher (void *number)
{
    long me = (long) number, right = (me + 1) % N;
    for (;;) {
        BEGINATOMIC;
        AWAIT (!fork_[me]);
        fork_[me] = 1;
        ENDATOMIC;
        BEGINATOMIC;
        AWAIT (!fork_[right]);
        fork_[right] = 1;
        eating++;
        VASSERT (eating <= N / 2);
        ENDATOMIC;
        STEP (fork_[right] = 0; eating--);
        STEP (fork_[me] = 0);
    }
}

int
main (void)
{
    run_all (philosopher, N);
}
