/* tower.h -- words paired level by level, and the ids of all the pairs.
 *
 * Level 0 is the words; entry j of the next level is the pair of entries 2j and
 * 2j + 1, or entry 2j itself if it is the last and odd; so on, until one is
 * left, the top.  An entry that stands over a full power of two of words
 * depends on nothing but these, so towers of different heights have all of them
 * in common where their words agree.  Without words the top is 0.
 *
 * The tower and the number of its words together say what the words are. */
#ifndef TOWER_H
#define TOWER_H

#include "store/pairs.h"

struct tower {
    uint32_t *value; /* owned; the levels, lowest first */
    uint32_t words, room;
};

/* Entries that are unlike those of a tower: scratch of a climb or descent. */
struct tower_work {
    uint32_t *at, *value; /* owned */
    uint32_t room;
};

void tower_clear (struct tower *);
void tower_work_clear (struct tower_work *);

/* The top of a tower over these words; ids of pairs that the given tower lacks
 * come from `id`.  keep: it becomes that tower.  False: a pair has no id; with
 * keep, the tower is empty then. */
bool tower_climb (struct tower *, struct tower_work *, const uint32_t word[],
                  uint32_t words, bool keep, pair_id *, void *context,
                  uint32_t *top);
/* Makes it the tower of so many words with that top. */
void tower_descend (struct tower *, struct tower_work *,
                    const struct pairs *inner, uint32_t words, uint32_t top);
uint32_t tower_top (const struct tower *);
bool tower_sound (const struct tower *, const struct pairs *inner);

#endif
