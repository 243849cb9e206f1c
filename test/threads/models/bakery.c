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
static byte j[N], max[N];

static void *
process (void *number)
{
    long me = (long) number;
    for (;;) {
        STEP (choosing[me] = 1);
        STEP (max[me] = 0);
        STEP (j[me] = 0);
        while (TEST (j[me] < N)) {
            if (TEST (num[j[me]] > max[me]))
                STEP (max[me] = num[j[me]]);
            STEP (j[me]++);
        }
        if (!TEST (max[me] < MAXT)) {
            STEP (max[me] = 0);
            STEP (choosing[me] = 0);
            continue;
        }
        STEP (num[me] = max[me] + 1);
        STEP (choosing[me] = 0);
        STEP (max[me] = 0);
        STEP (j[me] = 0);
        while (TEST (j[me] < N)) {
            STEP (AWAIT (!choosing[j[me]]));
            STEP (AWAIT (num[j[me]] == 0 || num[j[me]] > num[me]
                         || (num[j[me]] == num[me] && j[me] >= me)));
            STEP (j[me]++);
        }
        STEP (j[me] = 0);
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
