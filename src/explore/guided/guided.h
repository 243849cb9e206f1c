/* guided.h -- what the searches that keep the way to each state share: store
 * and ways live in the exploration, so that the counterexample can be asked for
 * afterwards. */
#ifndef EXPLORE_GUIDED_GUIDED_H
#define EXPLORE_GUIDED_GUIDED_H

#include "explore/explore_internal.h"
#include "explore/guided/open_list.h"

/* A generator of its own, because estimates may not be asked for between the
 * edges of a state. */
struct judge {
    generator *generator; /* owned; null: all states are equally near */
    int kind;
    uint64_t mask; /* of hashes */
};

void judge_init (struct judge *, const exploration *);
void judge_clear (struct judge *);
uint64_t judge_estimate (struct judge *, struct bytes state);
/* The hash by which states of equal estimates are ordered. */
uint64_t judge_hash (const struct judge *, struct digest);

/* Store and ways; `cursors` of the store.  False: the result says why. */
bool guided_begin (exploration *, unsigned cursors);
/* States and bytes so far; `more`: what the search itself keeps. */
void guided_measure (exploration *, uint64_t more);
/* Is more memory taken than there may be?  (After guided_measure.) */
bool guided_full (exploration *);
/* Fills in how it ended, from the findings and `broken`: COMPLETE, BOUND,
 * STOPPED or FULL.  The findings' layers become those of their ways. */
void guided_end (exploration *, enum explore_end broken);
/* The way to a finding; see exploration_path. */
bool guided_path (exploration *, const struct finding *, struct path *,
                  struct problem *);

/* ---- searches by one thread that open a state again on a shorter way */

/* What they share; each is a struct that begins with it. */
struct reopening {
    exploration *e;
    struct expander x;
    struct judge judge;
    cursor *cursor;
    struct ticker ticker;
    uint64_t expansions;
    enum explore_end broken;
    /* The state is to be expanded at this depth; no way to it was shorter. */
    void (*open) (struct reopening *, state_ref, uint32_t depth,
                  struct bytes state, struct digest);
};

/* Sets all but `open`.  False: the result of the exploration says why, and there
 * is nothing to end. */
bool reopening_begin (struct reopening *, exploration *, unsigned cursors);
/* Opens what is behind a state (WAY_ROOT: the root); what its edges bring is
 * counted the first time only. */
void reopening_expand (struct reopening *, state_ref, uint32_t depth);
/* `more`: bytes that the search itself keeps, looked at now and then. */
bool reopening_goes_on (struct reopening *, uint64_t more);
void reopening_end (struct reopening *, uint64_t more);

#endif
