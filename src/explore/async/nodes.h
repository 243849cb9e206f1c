/* nodes.h -- how a search without layers came to each of its states: numbered as
 * they are stored, in memory, or in a file where the store has its states in files.
 */
#ifndef EXPLORE_ASYNC_NODES_H
#define EXPLORE_ASYNC_NODES_H

#include "base/vec.h"
#include "store/paged.h"
#include "store/store.h"

/* A state that is stored here, and how the search came to it. */
struct async_node {
    state_ref state;
    uint64_t from;   /* node of the predecessor; ASYNC_ROOT: it was the root */
    uint32_t member; /* ... at this member, an index */
    uint32_t choice;
    uint32_t depth; /* of this way; at least 1 */
};

struct async_nodes {
    uint64_t size;
    uint32_t deepest; /* of all that were ever written */
    struct VEC (struct async_node) list;
    struct paged *file; /* owned; null: all are in the list */
    struct paged_strip strip;
    uint64_t start; /* of the first node in the file */
    struct budget cache;
};

/* In a file if the store is.  False: errno, or 0: no memory; clear must be called
 * all the same. */
bool async_nodes_init (struct async_nodes *, const struct store_options *);
void async_nodes_clear (struct async_nodes *);
/* False: no space. */
bool async_nodes_add (struct async_nodes *, const struct async_node *);
/* False: the disk fails. */
bool async_nodes_read (struct async_nodes *, uint64_t node,
                       struct async_node *);
bool async_nodes_write (struct async_nodes *, uint64_t node,
                        const struct async_node *);
uint64_t async_nodes_bytes (const struct async_nodes *); /* of memory */

#endif
