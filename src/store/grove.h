/* grove.h -- the pairs of all states: root pairs in a table of their own, where
 * the reference of a state is the number of its root; all others share one.
 *
 * A hand is what a cursor holds of a grove.  Everything but init and clear is
 * called inside the gate. */
#ifndef GROVE_H
#define GROVE_H

#include "store/pairs.h"
#include "store/store_internal.h"

enum { GROVE_QUEUE = 16 };

struct grove {
    struct pairs roots, inner;
};

/* The id of a pair that was asked for lately. */
struct grove_memo {
    uint64_t pair;
    uint32_t id; /* 0: empty */
};

struct grove_hand {
    cursor *cursor;
    struct grove *grove;
    struct pairs_hand roots, inner;
    struct grove_memo *memo;
    uint64_t queue[GROVE_QUEUE]; /* root pairs that wait */
    unsigned queued;
};

bool grove_init (struct grove *, store *);
void grove_clear (struct grove *);
bool grove_hand_init (struct grove_hand *, struct grove *, cursor *);
void grove_hand_clear (struct grove_hand *);

/* Both are of type pair_id, and take a hand. */
uint32_t grove_inner_put (void *hand, uint64_t pair);
uint32_t grove_inner_find (void *hand, uint64_t pair);

/* A state's root. */
enum put grove_put (struct grove_hand *, uint64_t root, state_ref *);
bool grove_find (const struct grove_hand *, uint64_t root, state_ref *);
/* Later, together with others. */
bool grove_add (struct grove_hand *, uint64_t root);
bool grove_flush (struct grove_hand *);
/* Gives PUT_FULL. */
enum put grove_full (struct grove_hand *);

/* All pairs are found; there are as many roots as states. */
bool grove_sound (const struct grove *, uint64_t states);

#endif
