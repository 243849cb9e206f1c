/* data.c -- affine equations between the values in reached states.
 *
 * A second source beside Karr's analysis: it may miss states, but it knows
 * guards, and it can look at some of the states only.  Which states span the
 * hull is found modulo a prime; only those are worth rational arithmetic. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum {
    DATA_VARS = 40,
    DATA_FACTOR = 10000, /* larger ones are accidents */
    DATA_VALUE = 1 << 20 /* states with larger values are left out */
};

static const uint64_t prime = 2147483647;

/* The form as an equation between integral sums, or null if its numbers are
 * larger than `most` (0: they may be anything). */
static const term *
equation_term (terms *store, mpq_t *form, const struct term_vec *vars,
               const sort *kind, unsigned long most)
{
    struct linear sum;
    linear_init (&sum);
    mpz_t scale, n;
    mpz_inits (scale, n, NULL);
    mpz_set_ui (scale, 1);
    for (size_t c = 0; c <= vars->size; c++)
        mpz_lcm (scale, scale, mpq_denref (form[c]));
    mpq_t factor;
    mpq_init (factor);
    bool small = true;
    for (size_t c = 0; c <= vars->size; c++) {
        mpq_set_z (factor, scale);
        mpq_mul (factor, factor, form[c]);
        small &= !most || mpz_cmpabs_ui (mpq_numref (factor), most) <= 0;
        if (c == 0)
            mpq_set (sum.constant, factor);
        else
            linear_add (&sum, store, vars->at[c - 1], factor, false);
    }
    const term *result = NULL;
    if (small)
        result = term_eq (store, linear_term (store, &sum, kind),
                          term_number (store, kind, "0"));
    mpq_clear (factor);
    mpz_clears (scale, n, NULL);
    linear_clear (&sum);
    return result;
}

/* With a premise: what holds without it is left out. */
void
equations_add (struct candidate_pool *p, uint32_t location,
               struct candidates_span *s, const struct term_vec *vars,
               unsigned long most, const term *premise)
{
    assert (location < p->system->location.size);
    assert (s->columns == vars->size + 1);
    struct candidates_span forms;
    span_init (&forms, s->columns);
    span_vanishing (s, &forms);
    for (size_t i = 0; i < forms.row.size; i++) {
        const term *e = equation_term (p->terms, forms.row.at[i].cell, vars,
                                       vars->at[0]->sort, most);
        if (e && !premise)
            candidate_pool_add (p, location, SEED_EQUATION, e);
        else if (e && candidate_pool_judge (p, location, e) != VERDICT_ALWAYS)
            candidate_pool_implied (p, location, premise, e);
    }
    span_clear (&forms);
}

/* ---- which states matter */

static uint64_t
prime_inverse (uint64_t n)
{
    assert (n && n < prime);
    uint64_t result = 1;
    for (uint64_t e = prime - 2; e; e >>= 1) {
        if (e & 1)
            result = result * n % prime;
        n = n * n % prime;
    }
    return result;
}

/* Rows of residues, each with 1 at its pivot. */
struct residues {
    size_t columns, rows;
    uint64_t *cell;
    size_t *pivot;
};

/* True: the vector, which is changed, was independent and is added. */
static bool
residues_insert (struct residues *r, uint64_t *vector)
{
    assert (r->rows < r->columns);
    for (size_t i = 0; i < r->rows; i++) {
        const uint64_t *row = r->cell + i * r->columns;
        uint64_t factor = prime - vector[r->pivot[i]];
        if (factor == prime)
            continue;
        for (size_t c = 0; c < r->columns; c++)
            vector[c] = (vector[c] + factor * row[c]) % prime;
    }
    size_t pivot = 0;
    while (pivot < r->columns && !vector[pivot])
        pivot++;
    if (pivot == r->columns)
        return false;
    uint64_t scale = prime_inverse (vector[pivot]);
    for (size_t c = 0; c < r->columns; c++)
        r->cell[r->rows * r->columns + c] = vector[c] * scale % prime;
    r->pivot[r->rows++] = pivot;
    return true;
}

/* The states that span the hull of the given ones.  False: there is nothing to
 * say, because the hull is everything or still grew in the later half. */
static bool
states_spanning (struct candidate_pool *p, const struct samples *m,
                 const struct vec_index *row, const struct vec_index *column,
                 struct vec_index *out)
{
    assert (column->size && column->size <= m->vars);
    size_t columns = column->size + 1, last = 0, counted = 0;
    struct residues r = {.columns = columns};
    r.cell = NEW_ARRAY (uint64_t, columns *columns);
    r.pivot = NEW_ARRAY (size_t, columns);
    uint64_t *vector = NEW_ARRAY (uint64_t, columns);
    for (size_t k = 0; k < row->size && r.rows < columns; k++) {
        bool small = true;
        vector[0] = 1;
        for (size_t c = 0; small && c < column->size; c++) {
            int64_t n = m->row[row->at[k] * m->vars + column->at[c]];
            small = n > -DATA_VALUE && n < DATA_VALUE;
            vector[c + 1] = (uint64_t) (n + (int64_t) prime) % prime;
        }
        if (!small)
            continue;
        counted++;
        uint64_t cost = columns * (r.rows + 1);
        p->algebra -= cost < p->algebra ? cost : p->algebra;
        if (residues_insert (&r, vector)) {
            VEC_PUSH (*out, row->at[k]);
            last = counted;
        }
    }
    bool some = r.rows && r.rows < columns && counted > r.rows + 3
                && last <= counted / 2;
    memory_free (r.cell);
    memory_free (r.pivot);
    memory_free (vector);
    return some;
}

static void
data_equations (struct candidate_pool *p, uint32_t location,
                const struct vec_index *row, const struct term_vec *vars,
                const struct vec_index *column, const term *premise)
{
    assert (location < p->system->location.size);
    const struct samples *m = &p->spot[location].samples;
    struct vec_index chosen = {0};
    if (vars->size <= DATA_VARS
        && states_spanning (p, m, row, column, &chosen)) {
        struct candidates_span s;
        span_init (&s, vars->size + 1);
        mpq_t *vector = vector_new (s.columns);
        for (size_t k = 0; k < chosen.size; k++) {
            const int64_t *state = m->row + chosen.at[k] * m->vars;
            mpq_set_ui (vector[0], 1, 1);
            for (size_t c = 0; c < vars->size; c++)
                mpq_set_si (vector[c + 1], state[column->at[c]], 1);
            span_insert (&s, vector);
        }
        vector_free (vector, s.columns);
        p->algebra -= s.work < p->algebra ? s.work : p->algebra;
        equations_add (p, location, &s, vars, DATA_FACTOR, premise);
        span_clear (&s);
    }
    VEC_CLEAR (chosen);
}

/* ---- */

void
location_columns (const struct system *s, uint32_t location,
                  enum sort_kind kind, struct term_vec *vars,
                  struct vec_index *column)
{
    assert (location < s->location.size);
    const struct term_vec *all = &s->location.at[location].vars;
    for (uint32_t i = 0; i < all->size; i++)
        if (all->at[i]->sort->kind == kind) {
            VEC_PUSH (*vars, all->at[i]);
            VEC_PUSH (*column, i);
        }
}

void
equations_under (struct candidate_pool *p, uint32_t location,
                 const struct vec_index *row, const term *premise)
{
    assert (location < p->system->location.size);
    static const enum sort_kind number[] = {SORT_INT, SORT_REAL};
    for (int k = 0; k < 2 && p->algebra; k++) {
        struct term_vec vars = {0};
        struct vec_index column = {0};
        location_columns (p->system, location, number[k], &vars, &column);
        if (vars.size)
            data_equations (p, location, row, &vars, &column, premise);
        VEC_CLEAR (vars);
        VEC_CLEAR (column);
    }
}

void
candidates_data (struct candidate_pool *p)
{
    struct vec_index row = {0};
    for (uint32_t l = 0; l < p->system->location.size; l++) {
        row.size = 0;
        for (uint32_t i = 0; i < p->spot[l].samples.size; i++)
            VEC_PUSH (row, i);
        if (location_live (p->system, l))
            equations_under (p, l, &row, NULL);
    }
    VEC_CLEAR (row);
}
