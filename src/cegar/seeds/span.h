/* span.h -- linear spans of rational vectors; for seeds*.c.
 *
 * Rows that came by span_insert are independent, and each has a pivot: a column
 * where it is 1 and rows inserted later are 0.  Rows that came by span_push are
 * as the caller makes them, and then only the plain functions may be used. */
#ifndef CEGAR_SEEDS_SPAN_H
#define CEGAR_SEEDS_SPAN_H

#include <gmp.h>

#include "base/vec.h"

struct seeds_span {
    size_t columns;
    struct vec_span_row {
        struct span_row {
            mpq_t *cell;
            size_t pivot;
        } *at;
        size_t size, room;
    } row;
    uint64_t work; /* what it cost so far: products and cells, weighed */
};

void span_init (struct seeds_span *, size_t columns);
void span_clear (struct seeds_span *);
mpq_t *span_push (struct seeds_span *); /* a new row of zeros, borrowed */
/* row[to] -= factor * row[from] */
void span_subtract (struct seeds_span *, size_t to, size_t from,
                    const mpq_t factor);
void span_remove (struct seeds_span *, size_t row); /* later ones move up */
/* Adds a vector, which is changed; false: it was in the span already. */
bool span_insert (struct seeds_span *, mpq_t *vector);
/* A basis of the forms that vanish on all rows, which were inserted: its rows
 * are pushed to `out`.  Changes the rows, not the span. */
void span_vanishing (struct seeds_span *, struct seeds_span *out);

mpq_t *vector_new (size_t columns); /* zeros */
void vector_free (mpq_t *, size_t columns);

#endif
