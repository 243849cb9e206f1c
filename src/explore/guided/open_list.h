/* open_list.h -- states that were found and not yet expanded, the least first.
 *
 * The order is (key, hash, bytes of the state): a function of the states, so
 * that it does not matter in which order they came or what they are called. */
#ifndef EXPLORE_GUIDED_OPEN_LIST_H
#define EXPLORE_GUIDED_OPEN_LIST_H

#include "store/store.h"

struct open_state {
    uint64_t key;  /* estimate, or what a search makes of it */
    uint64_t hash; /* of the state's bytes */
    state_ref state;
};

struct open_list {
    struct VEC (struct open_state) heap;
    cursor *cursor;      /* borrowed; reads states whose hashes are equal */
    struct buffer spare; /* the bytes of one of them */
};

/* The cursor is moved by push and pop. */
void open_init (struct open_list *, cursor *);
void open_clear (struct open_list *);
uint64_t open_bytes (const struct open_list *);
void open_push (struct open_list *, struct open_state);
/* False: it is empty. */
bool open_pop (struct open_list *, struct open_state *);

#endif
