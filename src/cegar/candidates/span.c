/* span.c -- see span.h. */
#include "cegar/candidates/span.h"

#include <assert.h>

enum { PRODUCT_WORK = 8 }; /* a product of rationals, in visited cells */

mpq_t *
vector_new (size_t columns)
{
    mpq_t *v = NEW_ARRAY (mpq_t, columns + 1);
    for (size_t i = 0; i < columns; i++)
        mpq_init (v[i]);
    return v;
}

void
vector_free (mpq_t *v, size_t columns)
{
    for (size_t i = 0; i < columns; i++)
        mpq_clear (v[i]);
    memory_free (v);
}

void
span_init (struct candidates_span *s, size_t columns)
{
    *s = (struct candidates_span) {.columns = columns};
}

void
span_clear (struct candidates_span *s)
{
    for (size_t i = 0; i < s->row.size; i++)
        vector_free (s->row.at[i].cell, s->columns);
    VEC_CLEAR (s->row);
}

mpq_t *
span_push (struct candidates_span *s)
{
    struct span_row row = {.cell = vector_new (s->columns)};
    VEC_PUSH (s->row, row);
    s->work += s->columns;
    return row.cell;
}

/* to -= factor * from */
static void
vector_subtract (struct candidates_span *s, mpq_t *to, mpq_t *from,
                 const mpq_t factor)
{
    mpq_t product;
    mpq_init (product);
    s->work += s->columns / 4 + 1;
    for (size_t c = 0; c < s->columns; c++) {
        if (!mpq_sgn (from[c]))
            continue;
        mpq_mul (product, factor, from[c]);
        mpq_sub (to[c], to[c], product);
        s->work += PRODUCT_WORK
                   * (1 + mpz_size (mpq_numref (to[c]))
                      + mpz_size (mpq_denref (to[c])))
                   / 2;
    }
    mpq_clear (product);
}

void
span_subtract (struct candidates_span *s, size_t to, size_t from,
               const mpq_t factor)
{
    assert (to < s->row.size && from < s->row.size && to != from);
    vector_subtract (s, s->row.at[to].cell, s->row.at[from].cell, factor);
}

void
span_remove (struct candidates_span *s, size_t row)
{
    assert (row < s->row.size);
    vector_free (s->row.at[row].cell, s->columns);
    for (size_t i = row + 1; i < s->row.size; i++)
        s->row.at[i - 1] = s->row.at[i];
    s->row.size--;
}

/* Makes column `pivot` of the vector 0 by means of the row. */
static void
vector_reduce (struct candidates_span *s, mpq_t *vector,
               const struct span_row *row)
{
    if (!mpq_sgn (vector[row->pivot]))
        return;
    assert (row->pivot < s->columns);
    mpq_t factor;
    mpq_init (factor);
    mpq_set (factor, vector[row->pivot]);
    vector_subtract (s, vector, row->cell, factor);
    mpq_clear (factor);
}

bool
span_insert (struct candidates_span *s, mpq_t *vector)
{
    for (size_t i = 0; i < s->row.size; i++)
        vector_reduce (s, vector, &s->row.at[i]);
    size_t pivot = 0;
    while (pivot < s->columns && !mpq_sgn (vector[pivot]))
        pivot++;
    s->work += s->columns / 4 + 1;
    if (pivot == s->columns)
        return false;
    assert (s->row.size < s->columns);
    mpq_t *cell = span_push (s);
    for (size_t c = pivot; c < s->columns; c++)
        if (mpq_sgn (vector[c]))
            mpq_div (cell[c], vector[c], vector[pivot]);
    VEC_LAST (s->row).pivot = pivot;
    return true;
}

void
span_vanishing (struct candidates_span *s, struct candidates_span *out)
{
    assert (out->columns == s->columns);
    assert (!out->row.size && s->row.size <= s->columns);
    bool *taken = NEW_ARRAY (bool, s->columns + 1);
    for (size_t i = s->row.size; i-- > 0;) {
        taken[s->row.at[i].pivot] = true;
        for (size_t j = 0; j < i; j++)
            vector_reduce (s, s->row.at[j].cell, &s->row.at[i]);
    }
    /* Each row gives its pivot in terms of the free columns. */
    for (size_t c = 0; c < s->columns; c++) {
        if (taken[c])
            continue;
        mpq_t *form = span_push (out);
        mpq_set_ui (form[c], 1, 1);
        for (size_t i = 0; i < s->row.size; i++)
            mpq_neg (form[s->row.at[i].pivot], s->row.at[i].cell[c]);
    }
    memory_free (taken);
}
