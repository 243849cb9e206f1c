/* open.h -- what a worker of a search without layers has still to expand,
 * the least first; and the mini-states of others among it.
 *
 * An entry is a node (a state that is stored here), or the number of a guest: a
 * state of another member in a transfer file, not looked at yet. */
#ifndef EXPLORE_ASYNC_OPEN_H
#define EXPLORE_ASYNC_OPEN_H

#include "base/vec.h"
#include "explore/async/wire.h"

enum open_order { OPEN_SHALLOW, OPEN_DEEP, OPEN_NEAR };

struct guest {
    struct async_mini mini;
    uint64_t position; /* in the file of its creator */
    uint32_t size;
    uint32_t creator; /* index among the members */
};

struct async_entry {
    uint64_t key;
    uint64_t turn; /* among equal keys */
    uint64_t at;   /* a node, or a guest */
};

struct async_open {
    enum open_order order;
    uint64_t turns;
    struct VEC (struct async_entry) heap;
    struct VEC (struct guest) guests;
    struct VEC (uint64_t) vacant; /* places in `guests` */
};

void async_open_clear (struct async_open *);
uint64_t async_open_bytes (const struct async_open *);
void async_open_node (struct async_open *, uint64_t node, uint32_t depth,
                      int64_t estimate);
/* The same with an order of its own. */
void async_open_entry (struct async_open *, struct async_entry);
void async_open_guest (struct async_open *, const struct guest *);

/* False: there is none. */
bool async_open_least (struct async_open *, struct async_entry *);

enum async_next { ASYNC_NONE, ASYNC_NODE, ASYNC_GUEST };
/* Takes the least one: fills the node, or the guest. */
enum async_next async_open_next (struct async_open *, uint64_t *node,
                                 struct guest *);

#endif
