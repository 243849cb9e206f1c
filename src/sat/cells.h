/* cells.h -- contents of a map while a program is executed symbolically.
 *
 * Cells at constant indices, in a tree that versions share, over a base: a
 * term, which says what the map is elsewhere.  Bases are variables (what memory
 * held at the start), entries of variables that are maps themselves, constant
 * maps, and `ite` and `store` over such.  Cells of a map of maps are maps. */
#ifndef SAT_CELLS_H
#define SAT_CELLS_H

#include "sat/fold.h"

struct cell;

struct cells {
    const sort *sort;
    const term *base;
    const struct cell *root; /* null: no cells */
};

/* Of a map `cells`, else `term`; neither: never written, on one path at least,
 * so that nothing may depend on it. */
struct symbolic {
    const term *term;
    const struct cells *cells;
};

/* What all maps of one execution share. */
struct cell_memory {
    struct fold *fold;
    struct arena arena;
};

/* Which constants an index may be: as far as anything is known. */
struct cell_index {
    const term *term;
    const uint64_t *key; /* rising; null: nothing is known */
    size_t keys;
};

struct symbolic cells_of (struct cell_memory *,
                          const term *); /* without cells */
struct symbolic cells_read (struct cell_memory *, const struct cells *,
                            const struct cell_index *);
/* The same of a map of maps, at an index of either. */
struct symbolic cells_read_inner (struct cell_memory *, const struct cells *,
                                  const struct cell_index *,
                                  const struct cell_index *inner);
const struct cells *cells_write (struct cell_memory *, const struct cells *,
                                 const struct cell_index *, struct symbolic);
/* Writes into the map that is there: of several that it may be, into each if it
 * is that. */
const struct cells *cells_write_inner (struct cell_memory *,
                                       const struct cells *,
                                       const struct cell_index *,
                                       const struct cell_index *inner,
                                       struct symbolic);
struct symbolic cells_ite (struct cell_memory *, const term *condition,
                           struct symbolic then, struct symbolic otherwise);
bool symbolic_same (struct symbolic, struct symbolic);
bool symbolic_none (struct symbolic); /* never written */
/* The same as a term, with `store`s. */
const term *cells_term (struct cell_memory *, struct symbolic);
/* Whether indices of this sort can be keys. */
bool cells_index (const sort *);

#endif
