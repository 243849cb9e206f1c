/* map.h -- digest to 64-bit value, open addressing.
 *
 * Iteration is in order of insertion, so that nothing depends on the layout
 * of the table.  Nothing is ever removed; a value may be overwritten. */
#ifndef MAP_H
#define MAP_H

#include "base/hash.h"

struct map_entry {
    struct digest key;
    uint64_t value;
};

struct map {
    struct map_entry *entry; /* in order of insertion */
    size_t size, room;
    uint32_t *slot; /* 0, or 1 + index into entry; size mask + 1 */
    size_t mask;
};

void map_init (struct map *);
void map_clear (struct map *);
/* The value of `key`, or null.  Borrowed until the next map_put. */
uint64_t *map_get (const struct map *, struct digest key);
/* Sets the value of `key`; true if the key was not there before. */
bool map_put (struct map *, struct digest key, uint64_t value);
bool map_sound (const struct map *);

/* A small number as key. */
struct digest map_number (uint64_t);

#endif
