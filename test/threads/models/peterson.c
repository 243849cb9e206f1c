/* peterson.c -- Peterson's filter lock, as peterson.pml has it: 6,309,900 states
 * for 4 processes without reductions. */
#include "steps.h"

#ifndef N
#define N 4
#endif

static byte level[N], last[N], incs;
OWN (l);
OWN (k);
#define l OF_ME (l)
#define k OF_ME (k)

static void *
process (void *number)
{
    long me = (long) number;
    MINE (l);
    MINE (k);
    for (;;) {
        STEP (l = 1);
        while (TEST (l < N)) {
            STEP (level[me] = l);
            STEP (last[l] = me);
            STEP (k = 0);
            while (TEST (k < N)) {
                STEP (AWAIT (k == me || level[k] < l || last[l] != me));
                STEP (k++);
            }
            STEP (l++);
        }
        STEP (incs++);
        STEP (VASSERT (incs == 1));
        STEP (incs--);
        STEP (level[me] = 0);
        STEP (l = 0);
        STEP (k = 0);
    }
}

int
main (void)
{
    run_all (process, N);
}
