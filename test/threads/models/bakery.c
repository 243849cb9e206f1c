/* bakery.c -- Lamport's bakery with bounded tickets, as bakery.pml has it:
 * 7,479,818 states for 3 processes and 30 tickets without reductions. */
#include "steps.h"

#ifndef N
#define N 3
#endif
#ifndef MAXT
#define MAXT 30
#endif

static byte choosing[N], num[N], incs;
OWN (j);
OWN (max);
#define j OF_ME (j)
#define max OF_ME (max)

static void *
process (void *number)
{
    long me = (long) number;
    MINE (j);
    MINE (max);
    for (;;) {
        STEP (choosing[me] = 1);
        STEP (max = 0);
        STEP (j = 0);
        while (TEST (j < N)) {
            if (TEST (num[j] > max))
                STEP (max = num[j]);
            STEP (j++);
        }
        if (!TEST (max < MAXT)) {
            STEP (max = 0);
            STEP (choosing[me] = 0);
            continue;
        }
        STEP (num[me] = max + 1);
        STEP (choosing[me] = 0);
        STEP (max = 0);
        STEP (j = 0);
        while (TEST (j < N)) {
            STEP (AWAIT (!choosing[j]));
            STEP (AWAIT (num[j] == 0 || num[j] > num[me]
                         || (num[j] == num[me] && j >= me)));
            STEP (j++);
        }
        STEP (j = 0);
        STEP (incs++);
        STEP (VASSERT (incs == 1));
        STEP (incs--);
        STEP (num[me] = 0);
    }
}

int
main (void)
{
    run_all (process, N);
}
