/* precision.h -- the predicates that each location keeps track of.
 *
 * Lists only grow, round by round, so a predicate's index at its location never
 * changes and a cube is a set of indices.  A sealed round has a version: the
 * digest of all that was added up to it.  The master seals a round and shares
 * the bytes; a worker learns them and then knows the same version. */
#ifndef CEGAR_ABSTRACTION_PRECISION_H
#define CEGAR_ABSTRACTION_PRECISION_H

#include "base/hash.h"
#include "base/map.h"
#include "cegar/system/system.h"

struct precision {
    terms *terms; /* borrowed */
    size_t locations;
    struct term_vec *at; /* per location */
    struct vec_version {
        struct precision_round {
            struct digest version;
            uint32_t *count; /* per location, predicates in this round */
        } *at;
        size_t size, room;
    } round;          /* round 0 has none */
    struct map index; /* version -> round */
    struct vec_added {
        struct precision_added {
            uint32_t location;
            const term *predicate;
        } *at;
        size_t size, room;
    } added; /* since the last seal */
};

void precision_init (struct precision *, terms *, size_t locations);
void precision_clear (struct precision *);
/* False: the location has this predicate already. */
bool precision_add (struct precision *, uint32_t location, const term *);
/* Adds it to every location of the same sorts, by position; false: nothing was
 * new. */
bool precision_add_everywhere (struct precision *, const struct system *,
                               uint32_t location, const term *);
/* Ends the round; its bytes are appended to `blob`. */
void precision_seal (struct precision *, struct buffer *blob);
bool precision_learn (struct precision *, struct bytes blob);
size_t precision_last (const struct precision *); /* the newest round */
bool precision_find (const struct precision *, struct digest version,
                     size_t *round);
size_t precision_count (const struct precision *, size_t round,
                        uint32_t location);
size_t precision_total (const struct precision *);

#endif
