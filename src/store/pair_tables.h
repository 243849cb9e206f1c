/* pair_tables.h -- the pairs of all states: root pairs in a table of their own, where
 * the reference of a state is the number of its root; all others share one.  They
 * are in memory, or in files (of a store of a class with `files`).
 *
 * A hand is what a cursor holds of a pair tables.  Everything but init and clear is
 * called inside the gate. */
#ifndef STORE_PAIR_TABLES_H
#define STORE_PAIR_TABLES_H

#include "store/pairs.h"
#include "store/store_internal.h"

enum { GROVE_QUEUE = 16 };

struct pair_tables {
    struct pairs roots, inner;
};

/* The id of a pair that was asked for lately. */
struct pair_tables_memo {
    uint64_t pair;
    uint32_t id; /* 0: empty */
};

struct pair_tables_hand {
    cursor *cursor;
    struct pair_tables *pair_tables;
    struct pairs_hand roots, inner;
    struct pairs_view view; /* of the inner pairs */
    struct pair_tables_memo *memo;
    unsigned memo_bits;
    uint64_t queue[GROVE_QUEUE]; /* root pairs that wait */
    unsigned queued;
};

bool pair_tables_init (struct pair_tables *, store *, struct problem *);
void pair_tables_clear (struct pair_tables *);
bool pair_tables_hand_init (struct pair_tables_hand *, struct pair_tables *,
                            cursor *);
void pair_tables_hand_clear (struct pair_tables_hand *);

/* Both are of type pair_id, and take a hand. */
uint32_t pair_tables_inner_put (void *hand, uint64_t pair);
uint32_t pair_tables_inner_find (void *hand, uint64_t pair);

/* A state's root. */
enum put pair_tables_put (struct pair_tables_hand *, uint64_t root,
                          state_ref *);
bool pair_tables_find (const struct pair_tables_hand *, uint64_t root,
                       state_ref *);
/* Later, together with others. */
bool pair_tables_add (struct pair_tables_hand *, uint64_t root);
bool pair_tables_flush (struct pair_tables_hand *);
/* Gives PUT_FULL. */
enum put pair_tables_full (struct pair_tables_hand *);

/* The files failed: what was read since is nothing.  Says so on the cursor. */
bool pair_tables_failed (struct pair_tables_hand *);
/* About files; nothing if there are none. */
void pair_tables_describe (const struct pair_tables *, struct text *);
/* The disk failed, and what was read may be nothing; then that is said on the
 * cursor.  To be asked after reading. */
bool pair_tables_failed (struct pair_tables_hand *);
/* What memory holds goes to files, if there are any. */
void pair_tables_yield (struct pair_tables *);
/* About the files, if there are any. */
void pair_tables_describe (const struct pair_tables *, struct text *);
/* All pairs are found; there are as many roots as states. */
bool pair_tables_sound (const struct pair_tables *, uint64_t states);

#endif
