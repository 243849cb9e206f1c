/* known.h -- what earlier answers say about a transition from a tuple of cubes.
 *
 * As in cegar/abstraction/plan.h: for the same tuple only predicates are asked that are
 * new since then; and where each cube is an old one with new predicates in it, what was
 * entailed still is. */
#ifndef CEGAR_HYPER_KNOWN_H
#define CEGAR_HYPER_KNOWN_H

#include "cegar/abstraction/item_joint.h"

struct known {
    const struct system *system;
    const struct precision *precision;
    struct map index; /* digest of transition and cubes -> fact */
    struct vec_known VEC (struct known_fact {
        bool empty;
        size_t asked;             /* predicates of the target */
        const uint64_t *entailed; /* of those; in the arena */
    }) fact;
    struct arena arena;
};

void known_init (struct known *, const struct system *,
                 const struct precision *);
void known_clear (struct known *);
/* Fills `ask` and `entailed` of the item's post, and its emptiness if that is known.
 * False: there is nothing to ask. */
bool known_question (const struct known *, size_t round, struct item_tuple *,
                     struct arena *);
/* What was entailed before and is now, all together: adds what was known to the
 * answer, and keeps it. */
void known_answer (struct known *, size_t round, struct item_tuple *,
                   const uint64_t *before);

#endif
