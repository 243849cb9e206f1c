/* effort.h -- how much of a long test is done.
 *
 * Where everything is slow (sanitizers) a test may do fewer rounds:
 * COHORT_TEST_EFFORT percent of them (1 to 100), at least one.  Without it,
 * all. */
#ifndef EFFORT_H
#define EFFORT_H

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

static inline unsigned
effort_percent (void)
{
    const char *text = getenv ("COHORT_TEST_EFFORT");
    unsigned long percent = text ? strtoul (text, NULL, 10) : 100;
    assert (percent > 0);
    return percent < 100 ? (unsigned) percent : 100;
}

static inline unsigned
effort (unsigned rounds)
{
    assert (rounds > 0);
    unsigned some = rounds * effort_percent () / 100;
    return some > 0 ? some : 1;
}

/* Of numbered rounds: is this one left out? */
static inline bool
effort_spares (unsigned number)
{
    return number % (100 / effort_percent ()) != 0;
}

#endif
