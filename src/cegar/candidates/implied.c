/* implied.c -- what holds under a condition.
 *
 * Premises are Booleans, values of variables that take few of them, and atoms
 * that some states satisfy and others do not.  Of the states that satisfy one,
 * what is always the same, or bounded more tightly than otherwise, is implied.
 * Only reached states can tell, so without them there is nothing. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum {
    PREMISES_MOST = 24,
    VALUES_MOST = 5, /* of a variable that is a premise */
    STATES_LEAST = 6,
    COLUMNS_MOST = 24
};

/* The states of a location that satisfy a premise. */
struct subset {
    const struct samples *samples;
    struct vec_index row;
};

static void
subset_make (struct candidate_pool *p, uint32_t l, const term *premise,
             struct subset *s)
{
    assert (l < p->system->location.size);
    const struct samples *m = &p->spot[l].samples;
    const struct term_vec *vars = &p->system->location.at[l].vars;
    struct code code;
    code_init (&code, &premise, 1);
    int64_t *value = NEW_ARRAY (int64_t, code.node.size);
    code_forget (&code, value);
    for (uint32_t k = 0; k < m->size; k++) {
        for (size_t i = 0; i < vars->size; i++) {
            size_t slot = code_slot (&code, vars->at[i]);
            if (slot != NO_SLOT)
                value[slot] = m->row[k * m->vars + i];
        }
        code_run (&code, value);
        if (value[code.node.size - 1] == 1)
            VEC_PUSH (s->row, k);
    }
    s->samples = m;
    memory_free (value);
    code_clear (&code);
}

/* The extremes of a column, or of the difference of two (y != x), and whether
 * the later half of the states left them alone; false: not known. */
static bool
subset_range (const struct subset *s, size_t x, size_t y, int64_t range[2],
              bool stays[2])
{
    int64_t early[2] = {0, 0};
    if (!s->row.size)
        return false;
    for (size_t i = 0; i < s->row.size; i++) {
        const int64_t *row = s->samples->row + s->row.at[i] * s->samples->vars;
        int64_t v = row[x];
        if (x != y)
            v = row[y] == UNKNOWN ? UNKNOWN : number_plus (v, -row[y]);
        if (v == UNKNOWN)
            return false;
        range[0] = !i || v < range[0] ? v : range[0];
        range[1] = !i || v > range[1] ? v : range[1];
        if (i <= s->row.size / 2) {
            early[0] = range[0];
            early[1] = range[1];
        }
    }
    assert (range[0] <= early[0] && early[1] <= range[1]);
    for (int k = 0; k < 2; k++)
        stays[k] = early[k] == range[k];
    return true;
}

/* Bounds of x, or of x - y, that the premise makes tighter. */
static void
implied_range (struct candidate_pool *p, uint32_t l, const term *premise,
               const struct subset *part, const struct subset *whole, size_t x,
               size_t y)
{
    assert (l < p->system->location.size);
    const struct term_vec *vars = &p->system->location.at[l].vars;
    int64_t here[2], there[2];
    bool stays[2], ignored[2];
    if (!candidate_pool_has_room (p, l, SEED_IMPLIED)
        || !subset_range (part, x, y, here, stays)
        || !subset_range (whole, x, y, there, ignored))
        return;
    const sort *s = vars->at[x]->sort;
    const term *f =
        x == y ? vars->at[x] : term_sub (p->terms, vars->at[x], vars->at[y]);
    assert (there[0] <= here[0] && here[1] <= there[1]);
    if (here[0] == here[1]) {
        if (there[0] < there[1])
            candidate_pool_implied (
                p, l, premise,
                term_eq (p->terms, f, candidate_pool_number (p, s, here[0])));
        return;
    }
    if (here[0] > there[0] && (stays[0] || (here[0] >= 0 && there[0] < 0)))
        candidate_pool_implied (
            p, l, premise,
            term_le (p->terms,
                     candidate_pool_number (p, s, stays[0] ? here[0] : 0), f));
    if (here[1] < there[1] && (stays[1] || (here[1] <= 0 && there[1] > 0)))
        candidate_pool_implied (
            p, l, premise,
            term_le (p->terms, f,
                     candidate_pool_number (p, s, stays[1] ? here[1] : 0)));
}

/* Does the premise give or bound this variable alone? */
static bool
is_about (const term *premise, const term *var)
{
    const term *atom = premise->op == OP_NOT ? premise->arg[0] : premise;
    return atom == var || (atom->args == 2 && atom->arg[0] == var);
}

static void
implied_by (struct candidate_pool *p, uint32_t l, const term *premise,
            const struct subset *whole)
{
    assert (l < p->system->location.size);
    struct spot *spot = &p->spot[l];
    const struct term_vec *vars = &p->system->location.at[l].vars;
    struct subset part = {0};
    subset_make (p, l, premise, &part);
    bool enough =
        part.row.size >= STATES_LEAST && part.row.size < whole->row.size;
    if (enough)
        equations_under (p, l, &part.row, premise);
    for (size_t x = 0; enough && x < vars->size && x < COLUMNS_MOST; x++)
        if (sort_is_number (vars->at[x]->sort)
            && !is_about (premise, vars->at[x]))
            implied_range (p, l, premise, &part, whole, x, x);
    for (size_t i = 0; enough && i < spot->mixed.size && i < PREMISES_MOST;
         i++) {
        if (atoms_alike (spot->mixed.at[i], premise))
            continue;
        candidate_pool_implied (p, l, premise, spot->mixed.at[i]);
        candidate_pool_implied (p, l, premise,
                                term_not (p->terms, spot->mixed.at[i]));
    }
    for (size_t x = 0; enough && x < vars->size && x < COLUMNS_MOST / 2; x++)
        for (size_t y = x + 1; y < vars->size && y < COLUMNS_MOST / 2; y++)
            if (sort_is_number (vars->at[x]->sort)
                && vars->at[x]->sort == vars->at[y]->sort
                && !is_about (premise, vars->at[x])
                && !is_about (premise, vars->at[y]))
                implied_range (p, l, premise, &part, whole, x, y);
    VEC_CLEAR (part.row);
}

/* Values of a variable that takes few of them, as premises. */
static void
premises_values (struct candidate_pool *p, uint32_t l, struct term_vec *premise)
{
    assert (l < p->system->location.size);
    const struct samples *m = &p->spot[l].samples;
    const struct term_vec *vars = &p->system->location.at[l].vars;
    for (size_t x = 0; x < vars->size; x++) {
        int64_t value[VALUES_MOST];
        size_t values = 0, k = 0;
        bool few = sort_is_number (vars->at[x]->sort);
        for (; few && k < m->size; k++) {
            int64_t v = m->row[k * m->vars + x];
            size_t i = 0;
            while (i < values && value[i] != v)
                i++;
            few = v != UNKNOWN && (i < values || values < VALUES_MOST);
            if (few && i == values)
                value[values++] = v;
        }
        for (size_t i = 0; few && values > 1 && i < values; i++)
            VEC_PUSH (*premise, term_eq (p->terms, vars->at[x],
                                         candidate_pool_number (
                                             p, vars->at[x]->sort, value[i])));
    }
}

/* Signs of variables that loops leave alone: cases of the input. */
static void
premises_signs (struct candidate_pool *p, uint32_t l, struct term_vec *premise)
{
    assert (l < p->system->location.size);
    const struct system *s = p->system;
    const struct term_vec *vars = &s->location.at[l].vars;
    const struct vec_index *leaving = &s->leaving[l];
    for (size_t x = 0; x < vars->size && leaving->size < 200; x++) {
        bool kept = sort_is_number (vars->at[x]->sort);
        for (size_t i = 0; kept && i < leaving->size; i++) {
            const struct transition *t = &s->transition.at[leaving->at[i]];
            kept = t->to != l || t->update.at[x] == vars->at[x];
        }
        if (!kept)
            continue;
        const term *zero = candidate_pool_number (p, vars->at[x]->sort, 0);
        const term *most = term_le (p->terms, vars->at[x], zero);
        const term *less = term_lt (p->terms, vars->at[x], zero);
        if (candidate_pool_judge (p, l, most) == VERDICT_MIXED)
            VEC_PUSH (*premise, most);
        if (candidate_pool_judge (p, l, less) == VERDICT_MIXED)
            VEC_PUSH (*premise, less);
    }
}

void
candidates_implied (struct candidate_pool *p)
{
    for (uint32_t l = 0; l < p->system->location.size; l++) {
        struct spot *spot = &p->spot[l];
        if (!location_live (p->system, l)
            || spot->samples.size < 2 * STATES_LEAST)
            continue;
        struct term_vec premise = {0};
        for (size_t i = 0; i < spot->mixed.size; i++)
            if (spot->mixed.at[i]->op == OP_VAR)
                VEC_PUSH (premise, spot->mixed.at[i]);
        premises_values (p, l, &premise);
        premises_signs (p, l, &premise);
        for (size_t i = 0; i < spot->mixed.size; i++)
            if (spot->mixed.at[i]->op != OP_VAR)
                VEC_PUSH (premise, spot->mixed.at[i]);
        struct subset whole = {0};
        subset_make (p, l, term_true (p->terms), &whole);
        for (size_t i = 0; i < premise.size && i < PREMISES_MOST
                           && candidate_pool_has_room (p, l, SEED_IMPLIED);
             i++) {
            implied_by (p, l, premise.at[i], &whole);
            if (premise.at[i]->op != OP_EQ)
                implied_by (p, l, term_not (p->terms, premise.at[i]), &whole);
        }
        VEC_CLEAR (whole.row);
        VEC_CLEAR (premise);
    }
}
