/* region.h -- a range of addresses that fills up from its start and never
 * moves.
 *
 * The whole range is reserved when it is made, and becomes memory (or a mapped
 * file) piece by piece; so a record's address is a multiplication, and what was
 * read once stays where it is.  Records are counted in units: `id` is the
 * distance from the base in units.  Id 0 is never handed out. */
#ifndef REGION_H
#define REGION_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that all parts of a store share. */
struct budget {
    atomic_uint_least64_t used;
    uint64_t limit; /* 0: none */
};

bool budget_take (struct budget *, uint64_t bytes); /* false: not so much */
void budget_give (struct budget *, uint64_t bytes);
/* Little that cannot be done without: beyond the limit if need be. */
void budget_force (struct budget *, uint64_t bytes);

struct store_region {
    uint8_t *base;
    uint64_t unit;  /* bytes */
    uint64_t room;  /* bytes reserved */
    uint64_t next;  /* bytes handed out; under the lock */
    uint64_t ready; /* bytes usable; under the lock */
    pthread_mutex_t lock;
    struct budget *budget; /* of memory; files do not count */
    int file;              /* -1: memory */
    uint64_t forgotten; /* bytes ready when the file's pages were last let go */
    void *reserved;     /* what to unmap, and how much */
    uint64_t reserved_size;
};

/* At most `most` ids; less if the budget or the machine has less.  The file is
 * borrowed.  False: not even a small range of addresses is there. */
bool region_init (struct store_region *, uint64_t unit, uint64_t most,
                  struct budget *, int file);
void region_clear (struct store_region *);

/* Room of a thread in a region: ids from top to end. */
struct strip {
    uint64_t top, end;
};

/* At least `units` at the strip's top, asking the region for a block if need
 * be.  What was left of the old block stays unused.  False: full. */
bool strip_room (struct strip *, struct store_region *, uint64_t units);

/* An upper bound of the ids handed out so far, when no thread takes any. */
uint64_t region_ids (const struct store_region *);

/* Units that a strip can hold at most unused. */
uint64_t region_block_units (const struct store_region *);

static inline uint8_t *
region_at (const struct store_region *r, uint64_t id)
{
    return r->base + id * r->unit;
}

/* Zeroed memory in pages, huge ones where they fit; null: full. */
void *pages_new (struct budget *, uint64_t bytes);
/* Without budget: they do not count any more. */
void pages_free (struct budget *, void *, uint64_t bytes);
/* Only the first `to` bytes of them are needed from now on. */
void pages_shrink (struct budget *, void *, uint64_t bytes, uint64_t to);
/* What stands in a piece of it is no longer needed (and becomes 0).  Of pieces
 * of PAGES_PIECE bytes from the start the memory goes back to the machine. */
enum { PAGES_PIECE = 2 << 20 };
void pages_drop (void *pages, uint64_t offset, uint64_t bytes);

#endif
