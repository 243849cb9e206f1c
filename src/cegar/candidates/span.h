/* span.h -- linear spans of rational vectors; for seeds*.c.
 *
 * Rows that came by span_insert are independent, and each has a pivot: a column
 * where it is 1 and rows inserted later are 0.  Rows that came by span_push are
 * as the caller makes them, and then only the plain functions may be used. */
#ifndef CEGAR_CANDIDATES_SPAN_H
#define CEGAR_CANDIDATES_SPAN_H

#include <gmp.h>

#include "base/vec.h"

struct candidates_span {
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

void span_init (struct candidates_span *, size_t columns);
void span_clear (struct candidates_span *);
mpq_t *span_push (struct candidates_span *); /* a new row of zeros, borrowed */
/* row[to] -= factor * row[from] */
void span_subtract (struct candidates_span *, size_t to, size_t from,
                    const mpq_t factor);
void span_remove (struct candidates_span *,
                  size_t row); /* later ones move up */
/* Adds a vector, which is changed; false: it was in the span already. */
bool span_insert (struct candidates_span *, mpq_t *vector);
/* A basis of the forms that vanish on all rows, which were inserted: its rows
 * are pushed to `out`.  Changes the rows, not the span. */
void span_vanishing (struct candidates_span *, struct candidates_span *out);

mpq_t *vector_new (size_t columns); /* zeros */
void vector_free (mpq_t *, size_t columns);

#endif
