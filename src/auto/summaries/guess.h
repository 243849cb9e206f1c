/* guess.h -- guesses about one procedure; for guess.c and
 * region.c only. */
#ifndef AUTO_SUMMARIES_GUESS_H
#define AUTO_SUMMARIES_GUESS_H

#include "auto/summaries/internal.h"
#include "logic/term/map.h"

/* A condition on what comes in, and the samples that satisfy it. */
struct guess_region {
    const term *guard, *part[2]; /* `guard` is their conjunction */
    bool *has;                   /* per sample */
    size_t count;
};

struct guess {
    struct summaries *s;
    terms *terms;
    const struct passive_procedure *q;
    struct summary *y;
    struct VEC (struct guess_region) region; /* the first is everything */
    struct term_map known;                   /* claims; 1: proved */
    size_t most;
    bool products; /* dear to decide */
};

/* Terms over numbers of one sort. */
const term *guess_make (struct guess *, enum op, const term *, const term *);
const term *guess_le (struct guess *, const term *, const term *);
const term *guess_number (struct guess *, const term *like, int64_t);

/* Of step 0 everything, of step 1 and 2 one condition more, of step 3 two. */
void guess_regions (struct guess *, unsigned step);

#endif
