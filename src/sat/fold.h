/* fold.h -- building terms, with choices of constants opened.
 *
 * A choice of constants is a constant, or `ite` over such: what a pointer or an
 * index is after paths were merged.  An operation on a few such is done on the
 * constants: (ite c 3 4) + 1 is (ite c 4 5), and (ite c 3 4) = 3 is c. */
#ifndef SAT_FOLD_H
#define SAT_FOLD_H

#include "base/map.h"
#include "logic/term/map.h"
#include "logic/term/sort.h"

/* Constants that a choice has at most, and constants that an operation on
 * choices is done for. */
enum { FOLD_LEAVES = 64, FOLD_WORK = 256 };

struct fold {
    terms *terms;
    struct term_map leaves; /* 1 + number of a set of constants; 1: none */
    struct VEC (struct term_vec) set;
    struct map done; /* operation and arguments to 1 + place in `result` */
    struct term_vec result;
};

void fold_init (struct fold *, terms *);
void fold_clear (struct fold *);
/* As term_make does. */
const term *fold_make (struct fold *, enum op, const term *const *arg,
                       size_t args, uint32_t index0, uint32_t index1);
const term *fold_eq (struct fold *, const term *, const term *);
const term *fold_ite (struct fold *, const term *, const term *, const term *);
/* The constants that the term is a choice of, each once, borrowed until the next
 * call of any of these; null: it is no choice. */
const struct term_vec *fold_leaves (struct fold *, const term *);
/* A bit-vector constant of at most 64 bits. */
uint64_t fold_word (const term *);

#endif
