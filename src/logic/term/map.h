/* map.h -- a table from terms to a word, for one walk over a DAG.
 *
 * Keys are compared by address, so all are of one store.  Nothing is removed,
 * and there is no iteration: nothing can depend on the layout. */
#ifndef LOGIC_TERM_MAP_H
#define LOGIC_TERM_MAP_H

#include "logic/term/term.h"

struct term_map {
    struct term_map_entry {
        const term *key; /* null: free */
        uintptr_t value;
    } *entry; /* mask + 1 of them, or null */
    size_t mask, size;
};

void term_map_init (struct term_map *);
void term_map_clear (struct term_map *);
/* Where the value of a key is, or null; borrowed until the next term_map_at. */
uintptr_t *term_map_get (const struct term_map *, const term *key);
/* The same, but a key that is not there is put there with value 0; `*added`
 * (may be null) says whether. */
uintptr_t *term_map_at (struct term_map *, const term *key, bool *added);

/* All terms below the roots, each once, arguments before what they are used in,
 * depth first from left to right; `place` gives each term's index in `order`.
 * Both are added to and may start empty.  Quantifiers are entered. */
void term_postorder (const term *const *root, size_t roots,
                     struct term_map *place, struct term_vec *order);

#endif
