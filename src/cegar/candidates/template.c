/* template.c -- bounds of variables, differences, sums and the forms of
 * atoms, with the constants that the reached states suggest.
 *
 * The extreme of a form is a candidate if the later states did not move it:
 * a loop that pushes a variable up leaves its lower bound alone.  Else the next
 * round number, or constant of the program, beyond the extreme is.  Without
 * states, zero and the program's constants are tried blindly. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum {
    PAIRS_ALL = 14,   /* up to so many variables each two are compared */
    PAIRS_MOST = 400, /* and so many pairs anyway */
    FORM_PARTS = 6,
    BLIND_CONSTANTS = 6
};

/* A sum of columns with small factors. */
struct template_form {
    const term *term;
    size_t parts;
    uint32_t column[FORM_PARTS];
    int64_t factor[FORM_PARTS];
    const sort *sort;
};

struct template_range {
    int64_t low, high; /* of all states */
    bool low_stays, high_stays;
    bool known;
};

static int64_t
form_at (const struct template_form *f, const int64_t *row)
{
    int64_t sum = 0;
    for (size_t i = 0; i < f->parts; i++)
        sum = number_plus (sum, number_times (f->factor[i], row[f->column[i]]));
    return sum;
}

static struct template_range
form_range (const struct samples *m, const struct template_form *f)
{
    struct template_range r = {
        .low = INT64_MAX, .high = INT64_MIN, .known = m->size > 0};
    /* Early states are those of short runs; few of them do not count. */
    size_t early = m->early < m->size ? m->early : m->size / 2;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (size_t k = 0; k < m->size; k++) {
        int64_t v = form_at (f, m->row + k * m->vars);
        if (v == UNKNOWN) {
            r.known = false;
            return r;
        }
        r.low = v < r.low ? v : r.low;
        r.high = v > r.high ? v : r.high;
        if (k + 1 == early || (!early && k == 0)) {
            low = r.low;
            high = r.high;
        }
    }
    assert (!m->size || r.low <= r.high);
    r.low_stays = low == r.low;
    r.high_stays = high == r.high;
    return r;
}

static void
add_least (struct candidate_pool *p, uint32_t l, enum seed_kind kind,
           const struct template_form *f, int64_t n)
{
    assert (l < p->system->location.size);
    candidate_pool_add (
        p, l, kind,
        term_le (p->terms, candidate_pool_number (p, f->sort, n), f->term));
}

static void
add_most (struct candidate_pool *p, uint32_t l, enum seed_kind kind,
          const struct template_form *f, int64_t n)
{
    assert (l < p->system->location.size);
    candidate_pool_add (
        p, l, kind,
        term_le (p->terms, f->term, candidate_pool_number (p, f->sort, n)));
}

/* The program's constants next to a range. */
static void
add_constants (struct candidate_pool *p, uint32_t l, enum seed_kind kind,
               const struct template_form *f, const struct template_range *r)
{
    assert (l < p->system->location.size);
    const struct candidates_number_vec *c = &p->constant;
    size_t below = 0;
    while (below < c->size && c->at[below] <= r->low)
        below++;
    if (below)
        add_least (p, l, kind, f, c->at[below - 1]);
    size_t above = c->size;
    while (above && c->at[above - 1] >= r->high)
        above--;
    if (above < c->size)
        add_most (p, l, kind, f, c->at[above]);
}

static void
form_add (struct candidate_pool *p, uint32_t l, enum seed_kind kind,
          const struct template_form *f)
{
    assert (l < p->system->location.size);
    if (!candidate_pool_has_room (p, l, kind))
        return;
    struct template_range r = form_range (&p->spot[l].samples, f);
    if (!r.known) {
        add_least (p, l, kind, f, 0);
        add_most (p, l, kind, f, 0);
        for (size_t i = 0;
             f->parts == 1 && i < p->constant.size && i < BLIND_CONSTANTS;
             i++) {
            add_least (p, l, kind, f, p->constant.at[i]);
            add_most (p, l, kind, f, p->constant.at[i]);
        }
        return;
    }
    if (r.low_stays)
        add_least (p, l, kind, f, r.low);
    if (r.high_stays)
        add_most (p, l, kind, f, r.high);
    if (r.low >= 0)
        add_least (p, l, kind, f, 0);
    if (r.high <= 0)
        add_most (p, l, kind, f, 0);
    if (r.low >= 1)
        add_least (p, l, kind, f, 1);
    if (r.high <= -1)
        add_most (p, l, kind, f, -1);
    bool difference = f->parts == 2 && f->factor[0] + f->factor[1] == 0;
    if (f->parts == 1 || difference)
        add_constants (p, l, kind, f, &r);
}

/* ---- which forms */

static struct template_form
form_pair (struct candidate_pool *p, const struct term_vec *vars, uint32_t x,
           uint32_t y, int64_t sign)
{
    assert (x != y && vars->at[x]->sort == vars->at[y]->sort);
    struct template_form f = {.parts = 2,
                              .column = {x, y},
                              .factor = {1, sign},
                              .sort = vars->at[x]->sort};
    f.term = sign < 0
                 ? term_sub (p->terms, vars->at[x], vars->at[y])
                 : term_add (p->terms,
                             (const term *[]) {vars->at[x], vars->at[y]}, 2);
    return f;
}

/* Do they occur in one atom, or one in the other's update? */
static void
pairs_related (struct candidate_pool *p, uint32_t l, bool *related)
{
    assert (l < p->system->location.size);
    const struct system *s = p->system;
    const struct term_vec *vars = &s->location.at[l].vars;
    size_t n = vars->size;
    struct term_map column = {0};
    for (size_t i = 0; i < n; i++)
        *term_map_at (&column, vars->at[i], NULL) = i;
    struct term_vec used = {0};
    const struct vec_index *leaving = &s->leaving[l];
    for (size_t i = 0; i < p->spot[l].atom.size + leaving->size && i < 600;
         i++) {
        const struct transition *t = NULL;
        if (i >= p->spot[l].atom.size) {
            t = &s->transition.at[leaving->at[i - p->spot[l].atom.size]];
            if (t->to != l)
                continue;
        }
        for (size_t k = 0; k < (t ? n : 1); k++) {
            used.size = 0;
            term_variables (p->terms,
                            t ? t->update.at[k] : p->spot[l].atom.at[i], &used);
            if (t)
                VEC_PUSH (used, vars->at[k]);
            for (size_t a = 0; a < used.size && used.size < 8; a++)
                for (size_t b = 0; b < used.size; b++) {
                    uintptr_t *x = term_map_get (&column, used.at[a]);
                    uintptr_t *y = term_map_get (&column, used.at[b]);
                    if (x && y)
                        related[*x * n + *y] = true;
                }
        }
    }
    VEC_CLEAR (used);
    term_map_clear (&column);
}

static void
pairs_add (struct candidate_pool *p, uint32_t l)
{
    assert (l < p->system->location.size);
    const struct term_vec *vars = &p->system->location.at[l].vars;
    size_t n = vars->size, left = PAIRS_MOST;
    bool *related = NEW_ARRAY (bool, n *n + 1);
    pairs_related (p, l, related);
    for (int close = 1; close >= 0 && (close || n <= PAIRS_ALL); close--)
        for (int64_t sign = -1; sign <= 1; sign += 2)
            for (uint32_t x = 0; x < n; x++)
                for (uint32_t y = x + 1; y < n && left; y++) {
                    if (vars->at[x]->sort != vars->at[y]->sort
                        || !sort_is_number (vars->at[x]->sort)
                        || related[x * n + y] != close)
                        continue;
                    struct template_form f = form_pair (p, vars, x, y, sign);
                    form_add (p, l, sign < 0 ? SEED_BOUND : SEED_SUM, &f);
                    left--;
                }
    memory_free (related);
}

/* The left side of an atom, as a form of columns; false: it is none. */
static bool
form_of_atom (struct candidate_pool *p, uint32_t l, const term *atom,
              struct template_form *f)
{
    assert (l < p->system->location.size);
    const struct term_vec *vars = &p->system->location.at[l].vars;
    struct linear form;
    enum linear_relation relation;
    linear_init (&form);
    *f = (struct template_form) {.parts = 0};
    bool fine = linear_literal (p->terms, atom, &form, &relation)
                && form.size >= 2 && form.size <= FORM_PARTS;
    for (size_t i = 0; fine && i < form.size; i++) {
        mpq_t *factor = &form.part[i].factor;
        fine = !mpz_cmp_ui (mpq_denref (*factor), 1)
               && mpz_fits_slong_p (mpq_numref (*factor));
        uint32_t c = 0;
        while (c < vars->size && vars->at[c] != form.part[i].var)
            c++;
        fine &= c < vars->size;
        f->column[f->parts] = c;
        f->factor[f->parts++] = fine ? mpz_get_si (mpq_numref (*factor)) : 0;
        f->sort = form.part[0].var->sort;
        fine &= form.part[i].var->sort == f->sort;
    }
    if (fine) {
        mpq_set_ui (form.constant, 0, 1);
        f->term = linear_term (p->terms, &form, f->sort);
    }
    linear_clear (&form);
    return fine;
}

static void
mods_add (struct candidate_pool *p, uint32_t l)
{
    assert (l < p->system->location.size);
    const struct samples *m = &p->spot[l].samples;
    const struct term_vec *vars = &p->system->location.at[l].vars;
    for (size_t k = 0; k < p->modulus.size && m->size; k++)
        for (uint32_t x = 0; x < vars->size; x++)
            for (uint32_t y = x; y < vars->size; y++) {
                if (vars->at[x]->sort->kind != SORT_INT
                    || vars->at[y]->sort->kind != SORT_INT
                    || (x != y && vars->size > 8))
                    continue;
                struct template_form f = {.parts = 1,
                                          .column = {x},
                                          .factor = {1},
                                          .term = vars->at[x],
                                          .sort = vars->at[x]->sort};
                if (x != y)
                    f = form_pair (p, vars, x, y, 1);
                int64_t n = p->modulus.at[k], rest = UNKNOWN;
                bool same = true;
                for (size_t i = 0; same && i < m->size; i++) {
                    int64_t v = form_at (&f, m->row + i * m->vars);
                    same = v != UNKNOWN;
                    int64_t r = same ? v - n * number_floor (v, n) : 0;
                    same &= rest == UNKNOWN || rest == r;
                    rest = r;
                }
                const term *pair[] = {f.term, term_int (p->terms, n)};
                if (same)
                    candidate_pool_add (
                        p, l, SEED_MOD,
                        term_eq (p->terms,
                                 term_make (p->terms, OP_MOD, pair, 2, 0, 0),
                                 term_int (p->terms, rest)));
            }
}

void
candidates_template (struct candidate_pool *p)
{
    for (uint32_t l = 0; l < p->system->location.size; l++) {
        if (!location_live (p->system, l))
            continue;
        const struct term_vec *vars = &p->system->location.at[l].vars;
        for (uint32_t x = 0; x < vars->size; x++) {
            struct template_form f = {.term = vars->at[x],
                                      .parts = 1,
                                      .column = {x},
                                      .factor = {1},
                                      .sort = vars->at[x]->sort};
            if (sort_is_number (f.sort))
                form_add (p, l, SEED_BOUND, &f);
            else if (f.sort->kind == SORT_BOOL)
                candidate_pool_atom (p, l, SEED_BOUND, f.term);
        }
        pairs_add (p, l);
        for (size_t i = 0; i < p->spot[l].atom.size; i++) {
            struct template_form f;
            if (form_of_atom (p, l, p->spot[l].atom.at[i], &f))
                form_add (p, l, SEED_SUM, &f);
        }
        mods_add (p, l);
    }
}
