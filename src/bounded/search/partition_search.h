/* partition_search.h -- the reference algorithm of bounded: a tree of partitions.
 *
 * The root is main alone, nothing decided.  Every node is one item (item.h)
 * whose budget depends on the number of splits above it only; its answer closes
 * it, or splits it at some call sites into the part that must avoid them all
 * (left) and those that must reach one of them.  So the tree is a function of
 * the program and the semantic options.  Nodes are committed in preorder; the
 * answer is that of the leftmost node with an error, after everything left of
 * it is closed.  A refutation says which decisions it needs; nodes further right
 * that obey these are closed by it, without an item (leaves.h).  Workers are
 * asked for all open nodes left of the first known error, but for those that
 * will probably be closed like this.
 *
 * If the tree is closed and some leaf needed calls beyond the bound to be
 * blocked, these leaves are searched again with such calls open: SAFE if none
 * of them comes through, else there is no error up to the bound and that is
 * all; with bound `auto` the next bound follows (1, 2, 4, ..).
 *
 * Before SAFE, and before "no error up to the bound", every refutation that a
 * leaf rests on is confirmed by an item of its own.  That is asked for as soon as
 * it is known, and committed when all is closed. */
#ifndef BOUNDED_SEARCH_PARTITION_SEARCH_H
#define BOUNDED_SEARCH_PARTITION_SEARCH_H

#include "base/counters.h"
#include "bounded/search/item.h"
#include "team/engine.h"

typedef struct partition_search partition_search;

enum partition_search_end {
    SEARCH_RUNS,
    SEARCH_SAFE,
    SEARCH_BOUNDED, /* no error up to `bound`; calls beyond it are possible */
    SEARCH_UNSAFE,
    SEARCH_UNKNOWN, /* reason */
    SEARCH_FAILED,  /* an answer is none, or the journal disagrees: reason */
    SEARCH_SPENT    /* more units are needed: partition_search_allow */
};

struct partition_search_options {
    uint32_t bound;  /* 0: auto */
    uint64_t budget; /* of the root, in solver units; 0: the usual one */
    uint64_t units;  /* of all committed items of searches; 0: no limit */
    /* The reference passed a bound or a part of one; false: give up. */
    bool (*passed) (void *context, uint64_t round, struct digest);
    /* No error up to this bound: confirmed. */
    void (*established) (void *context, uint32_t bound);
    void *context;
};

struct partition_search_result {
    enum partition_search_end end;
    uint32_t bound;       /* the last one looked at */
    uint32_t established; /* no error up to this bound; 0: not even 1 */
    char reason[256];
    struct digest digest; /* of the commits */
    struct counters counters;
    struct search_answer unsafe; /* of UNSAFE */
    /* Of SAFE: the leaves, left to right, restricted to what their refutations
     * need; calls that are not in them are open, also those beyond the bound. */
    struct vec_partition leaf;
};

extern const struct driver_class partition_search_driver;
partition_search *
partition_search_new (struct passive_program *,
                      const struct partition_search_options *);
void partition_search_free (partition_search *);
const struct partition_search_result *
partition_search_result (const partition_search *);
/* Test only: something is wrong (leaves.h). */
void partition_search_break (partition_search *, const char *how);
/* So many units in all; one that was SPENT can be stepped again. */
void partition_search_allow (partition_search *, uint64_t units);

#endif
