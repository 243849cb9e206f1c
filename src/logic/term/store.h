/* store.h -- the inside of a store of terms; for term*.c, sort.c and
 * logic/arith/linear.c only. */
#ifndef LOGIC_TERM_STORE_H
#define LOGIC_TERM_STORE_H

#include <gmp.h>

#include "base/map.h"
#include "logic/term/sort.h"
#include "logic/term/map_table.h"
#include "logic/term/term.h"

/* A sort with what only the store needs. */
struct sort_node {
    struct sort sort;     /* first: a sort is a node */
    struct digest digest; /* of the structure */
};
struct sort_vec VEC (const sort *);

enum { WORD_BITS = 64 };

struct terms {
    struct arena arena; /* of terms, sorts and texts */
    struct term_slot {
        uint64_t low; /* of the digest: most misses touch no term */
        const term *term;
    } *slot; /* mask + 1 of them; null term: free */
    size_t mask, count;
    struct text_slot {
        uint64_t hash;
        const char *text;
    } *text; /* every text of a term, once */
    size_t text_mask, texts;
    struct map sort_index; /* digest to index in sorts */
    struct sort_vec sorts;
    const sort *bool_sort, *int_sort, *real_sort;
    const sort *bv_sort[WORD_BITS + 1]; /* by width; null: not made yet */
    const term *truth[2];               /* false, true */
    uint64_t fresh;                     /* counts term_fresh */
    struct buffer scratch;              /* what is hashed */
    struct map_tables tables;           /* to read values of maps */
};

/* Larger constants are not computed: a few squarings would fill the memory. */
enum { FOLD_BITS = 1 << 16, BV_WIDTH_MOST = 1 << 20 };

/* The one way to a term: as it is, nothing is simplified.  `text` null or
 * anything; it is copied. */
const term *term_intern (terms *, enum op, const sort *, const char *text,
                         const term *const *arg, size_t args, uint32_t index0,
                         uint32_t index1);
/* The same operator, name and sort with other arguments; simplifies. */
const term *term_rebuild (terms *, const term *like, const term *const *arg);
const char *text_find (const terms *, const char *); /* null: no such text */
struct digest sort_digest (const sort *);
/* The same sort in another store. */
const sort *sort_copy (terms *, const sort *);

/* A name can be written in SMT-LIB: printable, no bar, no backslash. */
bool name_sound (const char *, size_t);

/* What comes before the arguments of a term that has some: `(`, the operator,
 * the bound variables; and a term without arguments. */
void print_head (struct text *, const term *);
void print_leaf (struct text *, const term *);

/* Numbers and bit-vector constants as GMP has them. */
void number_get (const term *, mpq_t);
const term *number_put (terms *, const sort *, const mpq_t);
void bits_get (const term *, mpz_t);
/* Takes the value modulo 2^width. */
const term *bits_put (terms *, const sort *, mpz_t);
/* The value of an operator on constants, or null if it has none (division by
 * zero) or a too large one. */
const term *number_fold (terms *, enum op, const term *const *arg, size_t args);
const term *bits_fold (terms *, enum op, const sort *, const term *const *arg,
                       const uint32_t index[2]);
/* The same by words of 64 bits, or null if that is not done; and by numbers of
 * any length. */
const term *bits_fold_word (terms *, enum op, const sort *,
                            const term *const *arg, const uint32_t index[2]);
const term *bits_fold_long (terms *, enum op, const sort *,
                            const term *const *arg, const uint32_t index[2]);

#endif
