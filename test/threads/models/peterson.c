/* peterson.c -- Peterson's filter lock, as peterson.pml has it: 6,309,900 states
 * for 4 processes without reductions. */
#include "steps.h"

#ifndef N
#define N 4
#endif

static byte level[N], last[N], incs;
static byte l[N], k[N];

static void *
process (void *number)
{
    long me = (long) number;
    for (;;) {
        STEP (l[me] = 1);
        while (TEST (l[me] < N)) {
            STEP (level[me] = l[me]);
            STEP (last[l[me]] = me);
            STEP (k[me] = 0);
            while (TEST (k[me] < N)) {
                STEP (AWAIT (k[me] == me || level[k[me]] < l[me]
                             || last[l[me]] != me));
                STEP (k[me]++);
            }
            STEP (l[me]++);
        }
        STEP (incs++);
        STEP (VASSERT (incs == 1));
        STEP (incs--);
        STEP (level[me] = 0);
        STEP (l[me] = 0);
        STEP (k[me] = 0);
    }
}

int
main (void)
{
    run_all (process, N);
}
