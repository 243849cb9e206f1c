/* cursor_cache.h -- one state spread out: its words, and the ids of all nodes above
 * them.
 *
 * A state that is like the one in a frame is put by climbing from the words
 * that differ, and read by descending where ids differ. */
#ifndef STORE_CURSOR_CACHE_H
#define STORE_CURSOR_CACHE_H

#include "base/bytes.h"
#include "store/pairs.h"
#include "store/tree_layout.h"

/* The words of a state: with `lead` its length is word 0, then its bytes
 * follow, filled up with zeros. */
struct leaves {
    struct bytes state;
    uint32_t lead; /* 0 or 1 */
};

struct frame {
    struct tree_layout tree_layout;
    uint32_t lead;
    uint32_t *id;    /* of the nodes but the root; 0: not known */
    uint8_t *bytes;  /* of the words */
    uint64_t *dirty; /* nodes to be computed, a bit each; all 0 between calls */
    uint64_t *words; /* those of `dirty` that are not 0, a bit each */
    uint32_t *stack; /* nodes: to visit, or changed */
    uint32_t *old;   /* ids before the change */
    size_t changed;
    size_t size; /* of the state in it; not counting the lead */
};

uint32_t leaves_words (struct leaves);
/* For states of so many words; ends of parts in words. */
void frame_init (struct frame *, uint32_t lead, const uint32_t ends[],
                 size_t parts);
void frame_clear (struct frame *);

/* The root pair of a state of the same number of words; ids of nodes that are
 * unlike the frame's come from `id`.  False: one had none; the frame is as
 * before.  After true frame_undo or frame_keep must follow. */
bool frame_climb (struct frame *, struct leaves, pair_id *, void *context,
                  uint64_t *root);
/* The frame is as before. */
void frame_undo (struct frame *);
/* The frame holds that state now. */
void frame_keep (struct frame *, struct leaves);

/* Makes it hold the state with that root pair. */
void frame_descend (struct frame *, const struct pairs_view *inner,
                    uint64_t root);
struct bytes frame_state (const struct frame *);
bool frame_sound (const struct frame *, const struct pairs_view *inner);

#endif
