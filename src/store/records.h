/* records.h -- the bytes of states, one behind the other in a region.
 *
 * States of one size lie side by side, numbered.  States that vary are records
 * of `unit` bytes each or more:
 *
 *     0       4            4 + length
 *     length  the bytes    up to the next unit */
#ifndef RECORDS_H
#define RECORDS_H

#include "base/bytes.h"
#include "store/region.h"

struct records {
    struct store_region region;
    bool vary;
    size_t size; /* if they do not */
};

/* `size` of every state; `unit`, not 0: they vary.  At most `most` ids. */
bool records_init (struct records *, size_t size, uint64_t unit, uint64_t most,
                   struct budget *, int file);
void records_clear (struct records *);
struct bytes records_bytes (const struct records *, uint64_t id);
uint64_t records_units (const struct records *, size_t size);
/* Into room that strip_room gave. */
void records_write (struct records *, uint64_t id, struct bytes);

/* States that wait to be put together, so that what each needs from memory is
 * fetched while others are looked at. */
enum { BATCH_STATES = 16, BATCH_BYTES = 1 << 16 };

struct batch {
    struct buffer bytes;
    size_t end[BATCH_STATES]; /* of each state in bytes */
    unsigned states;
};

void batch_push (struct batch *, struct bytes);
struct bytes batch_at (const struct batch *, unsigned);
bool batch_full (const struct batch *);
void batch_reset (struct batch *);

#endif
