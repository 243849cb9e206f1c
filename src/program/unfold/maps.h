/* maps.h -- what is known of maps: some of their entries.
 *
 * Known of a map are values at some indices, and perhaps the value at all
 * others (that of a constant map).  Equal knowledge has equal numbers, so that
 * a number stands for it in a struct value (internal.h); 0: nothing is
 * known.  The values of a map of maps are such numbers again.  Maps share their
 * parts: one that differs in an entry costs a few nodes. */
#ifndef PROGRAM_UNFOLD_MAPS_H
#define PROGRAM_UNFOLD_MAPS_H

#include "base/map.h"
#include "base/vec.h"

/* A set of entries: a leaf, or a branch over the highest bit in which the
 * indices of its entries differ. */
struct maps_node {
    uint64_t index, value; /* of a leaf; index of a branch: what is common */
    uint32_t zero, one;    /* of a branch: those without the bit, and with it */
    uint32_t count;        /* of leaves */
    uint8_t kind, bit;     /* enum maps_kind */
};

struct maps {
    struct vec_maps_node VEC (struct maps_node) node; /* from 1 on */
    struct map known;                                 /* its digest to a node */
};

/* More entries are not kept: such a map is forgotten. */
enum { MAPS_ENTRIES = 2048 };

void maps_init (struct maps *);
void maps_clear (struct maps *);
/* The map whose values are all this. */
uint32_t maps_fill (struct maps *, uint64_t value);
/* `map` with another value at `index`; with `known` false it may be any. */
uint32_t maps_store (struct maps *, uint32_t map, uint64_t index, bool known,
                     uint64_t value);
/* False: not known. */
bool maps_select (const struct maps *, uint32_t map, uint64_t index,
                  uint64_t *value);

/* Everything: the value of the rest (if it is known; then also the indices
 * where nothing is known), and the entries in order of their indices. */
struct maps_entry {
    uint64_t index, value;
    bool known;
};
struct vec_maps_entry VEC (struct maps_entry);
bool maps_list (const struct maps *, uint32_t map, uint64_t *rest,
                struct vec_maps_entry *);

#endif
