/* node_levels.h -- words paired level by level, and the ids of all the pairs.
 *
 * Level 0 is the words; entry j of the next level is the pair of entries 2j and
 * 2j + 1, or entry 2j itself if it is the last and odd; so on, until one is
 * left, the top.  An entry that stands over a full power of two of words
 * depends on nothing but these, so towers of different heights have all of them
 * in common where their words agree.  Without words the top is 0.
 *
 * The node levels and the number of its words together say what the words are. */
#ifndef STORE_NODE_LEVELS_H
#define STORE_NODE_LEVELS_H

#include "store/pairs.h"

struct node_levels {
    uint32_t *value; /* owned; the levels, lowest first */
    uint32_t words, room;
};

/* Entries that are unlike those of a node levels: scratch of a climb or descent. */
struct node_levels_work {
    uint32_t *at, *value; /* owned */
    uint32_t room;
};

void node_levels_clear (struct node_levels *);
void node_levels_work_clear (struct node_levels_work *);

/* The top of a node levels over these words; ids of pairs that the given node levels lacks
 * come from `id`.  keep: it becomes that node levels.  False: a pair has no id; with
 * keep, the node levels is empty then. */
bool node_levels_climb (struct node_levels *, struct node_levels_work *,
                        const uint32_t word[], uint32_t words, bool keep,
                        pair_id *, void *context, uint32_t *top);
/* Makes it the node levels of so many words with that top. */
void node_levels_descend (struct node_levels *, struct node_levels_work *,
                          const struct pairs_view *inner, uint32_t words,
                          uint32_t top);
uint32_t node_levels_top (const struct node_levels *);
bool node_levels_sound (const struct node_levels *,
                        const struct pairs_view *inner);

#endif
