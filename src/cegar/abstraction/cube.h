/* cube.h -- abstract states as sets of predicate indices.
 *
 * A cube is the conjunction of the predicates in it, so fewer predicates mean
 * more states: cube a covers cube b iff a is a subset of b.  Cubes of one
 * location and round have the same number of words.  A `cover` is the set of
 * cubes of one location that nothing larger covers, searched by a trie over
 * words (bits sorted): see cover_find. */
#ifndef CEGAR_ABSTRACTION_CUBE_H
#define CEGAR_ABSTRACTION_CUBE_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/vec.h"

enum { CUBE_BITS = 64 };

size_t cube_words (size_t predicates);
bool cube_has (const uint64_t *, size_t bit);
void cube_set (uint64_t *, size_t bit);
size_t cube_count (const uint64_t *, size_t words);
bool cube_subset (const uint64_t *, const uint64_t *, size_t words);
bool cube_equal (const uint64_t *, const uint64_t *, size_t words);
/* Trailing zero words do not count: the key of a cube stays when the location
 * gets predicates that are not in it. */
struct digest cube_digest (uint32_t location, const uint64_t *, size_t words);
void cube_write (struct buffer *, const uint64_t *, size_t predicates);
/* Reads what cube_write wrote; bits beyond `predicates` fail. */
bool cube_read (struct reader *, uint64_t *, size_t predicates);

/* The cubes of one location.  Numbers name them; what is removed is gone. */
struct cube_cover {
    size_t words;
    struct vec_member {
        struct cover_member {
            uint32_t name, size;  /* size: predicates in it */
            const uint64_t *bits; /* borrowed */
        } *at;
        size_t size, room;
    } member; /* sorted by size, then insertion */
};

void cover_init (struct cube_cover *, size_t words);
void cover_clear (struct cube_cover *);
/* A member that covers `bits` (equal counts); false: none. */
bool cover_find (const struct cube_cover *, const uint64_t *bits,
                 uint32_t *name);
void cover_add (struct cube_cover *, const uint64_t *bits, uint32_t name);
/* Removes members that `bits` covers strictly and that `may` agrees to; calls
 * `gone` for each. */
void cover_prune (struct cube_cover *, const uint64_t *bits,
                  bool (*gone) (void *context, uint32_t name), void *context);

#endif
