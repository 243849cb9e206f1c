/* live.h -- which variables matter where, in one procedure without calls.
 *
 * A variable is live at a place if an assumption or assertion that may come
 * reads it, or if it goes into a variable that is live there (so what is only
 * counted, or only copied around, is never live).  At a return nothing is. */
#ifndef PROGRAM_LIVE_H
#define PROGRAM_LIVE_H

#include "logic/term/map.h"
#include "program/flow.h"

struct live_set {
    uint32_t *at; /* numbers of variables, increasing */
    size_t size;
};

struct live {
    struct term_vec variable; /* globals, then in, out and local */
    struct term_map number;   /* variable to its number + 1 */
    struct live_set *entry;   /* per block: at its beginning */
    uint32_t blocks;
    /* the variables that a term reads, once per term */
    struct term_map reads;
    struct vec_read VEC (uint32_t) read;
    terms *terms;
    /* the set at the place that is being looked at */
    bool *is_live;
    struct vec_read now; /* all that are, and some that were */
};

void live_find (struct live *, const struct program *, const struct procedure *,
                const struct flow *);
void live_clear (struct live *);
/* The number of a variable, PROGRAM_NONE for a constant. */
uint32_t live_number (const struct live *, const term *);
/* Numbers of what a term reads; borrowed until the next call. */
struct live_set live_reads (struct live *, const term *);

/* Backwards through a block: live_end sets `is_live` to what is live after its
 * last statement, live_before goes back over one statement. */
void live_end (struct live *, const struct block *);
void live_before (struct live *, const struct statement *);

#endif
