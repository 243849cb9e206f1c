/* item_joint.h -- the work item of a transition with any number of premises: from a
 * cube for each of them, is the post empty, and what does it entail?  For several
 * tuples of cubes at once.  doc/formats.md has the bytes. */
#ifndef CEGAR_ABSTRACTION_ITEM_JOINT_H
#define CEGAR_ABSTRACTION_ITEM_JOINT_H

#include "cegar/abstraction/item.h"

struct item_tuple {
    uint64_t **cube;       /* per premise of the transition */
    struct item_post post; /* question and answer */
};

struct item_joint {
    enum item_kind kind; /* JOINT, or JOINT_HOUDINI: over its candidates */
    struct digest version;
    uint32_t transition;
    struct vec_tuple {
        struct item_tuple *at;
        size_t size, room;
    } tuple;
    uint64_t queries, undecided; /* answer */
};

void item_joint_write (const struct item_joint *, const struct system *,
                       const struct precision *, size_t round, struct buffer *);
/* Arrays go to the arena; `round` is the version's. */
bool item_joint_read (struct item_joint *, const struct system *,
                      const struct precision *, size_t *round, struct bytes,
                      struct arena *);
void item_joint_answer (const struct item_joint *, const struct system *,
                        const struct precision *, size_t round,
                        struct buffer *);
/* Fills the answer's fields of an item that has been read or made before. */
bool item_joint_answered (struct item_joint *, const struct system *,
                          const struct precision *, size_t round, struct bytes,
                          struct arena *);

#endif
