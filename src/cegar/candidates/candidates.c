/* candidates.c -- see candidates.h: the pool of candidates, and the choice among them. */
#include "cegar/candidates/internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "logic/term/sort.h"

enum {
    RUN_WORK = 6000000,  /* nodes that runs evaluate */
    DATA_WORK = 3000000, /* steps of elimination among states */
    POOL_MOST = 8000,    /* candidates of a kind, of all locations */
    SPOT_MOST = 400,     /* of one kind at a location */
    ATOMS_MOST = 160,    /* atoms of a location */
    TRIES = 6,           /* formulas looked at for each candidate, */
    TRIES_LEAST = 60,    /* and so many more */
    NODES_MOST = 400,    /* larger formulas are no candidates */
    CONSTANTS_MOST = 40,
    SCANNED_MOST = 300000 /* nodes of the system that are looked at for those */
};

bool
location_live (const struct system *s, uint32_t l)
{
    assert (l < s->location.size);
    return l != SYSTEM_ENTRY && l != SYSTEM_ERROR && !s->location.at[l].gone;
}

const term *
candidate_pool_number (struct candidate_pool *p, const sort *s, int64_t n)
{
    char text[32];
    snprintf (text, sizeof text, "%lld", (long long) n);
    return term_number (p->terms, s, text);
}

/* ---- judging */

enum candidates_verdict
candidate_pool_judge (struct candidate_pool *p, uint32_t location,
                      const term *formula)
{
    assert (location < p->system->location.size);
    const struct samples *m = &p->spot[location].samples;
    const struct term_vec *vars = &p->system->location.at[location].vars;
    if (!m->size)
        return VERDICT_OPEN;
    struct code code;
    code_init (&code, &formula, 1);
    int64_t *value = NEW_ARRAY (int64_t, code.node.size);
    code_forget (&code, value);
    struct vec_index slot = {0}, column = {0};
    for (size_t i = 0; i < vars->size; i++) {
        size_t at = code_slot (&code, vars->at[i]);
        if (at == NO_SLOT)
            continue;
        VEC_PUSH (slot, (uint32_t) at);
        VEC_PUSH (column, (uint32_t) i);
    }
    bool some = false, other = false;
    for (size_t k = 0; k < m->size && !(some && other); k++) {
        for (size_t i = 0; i < slot.size; i++)
            value[slot.at[i]] = m->row[k * m->vars + column.at[i]];
        code_run (&code, value);
        int64_t truth = value[code.node.size - 1];
        some |= truth == 1;
        other |= truth == 0;
    }
    VEC_CLEAR (slot);
    VEC_CLEAR (column);
    memory_free (value);
    code_clear (&code);
    return some && other ? VERDICT_MIXED
           : some        ? VERDICT_ALWAYS
           : other       ? VERDICT_NEVER
                         : VERDICT_OPEN;
}

bool
candidate_pool_has_room (const struct candidate_pool *p, uint32_t location,
                         enum seed_kind kind)
{
    assert (location < p->system->location.size);
    const struct spot *spot = &p->spot[location];
    return spot->count[kind] < p->room
           && spot->tried[kind] < p->room * TRIES + TRIES_LEAST;
}

/* Is it over nothing but the location's variables, and a candidate at all? */
static bool
candidate_pool_fits (const struct candidate_pool *p, uint32_t location,
                     const term *formula)
{
    assert (location < p->system->location.size);
    const struct term_vec *vars = &p->system->location.at[location].vars;
    struct term_vec used = {0};
    bool fits = !term_is_constant (formula) && term_size (formula) < NODES_MOST;
    if (fits)
        term_variables (p->terms, formula, &used);
    for (size_t i = 0; fits && i < used.size; i++) {
        fits = false;
        for (size_t k = 0; !fits && k < vars->size; k++)
            fits = vars->at[k] == used.at[i];
    }
    VEC_CLEAR (used);
    return fits;
}

static const term *
candidate_pool_normal (struct candidate_pool *p, const term *formula)
{
    bool negated;
    const term *normal = predicate_normal (p->terms, formula, &negated);
    return negated ? term_not (p->terms, normal) : normal;
}

static void
candidate_pool_keep (struct candidate_pool *p, uint32_t location,
                     enum seed_kind kind, const term *predicate)
{
    assert (location < p->system->location.size);
    struct candidate c = {predicate, kind};
    VEC_PUSH (p->spot[location].candidate, c);
    p->spot[location].count[kind]++;
}

static void
candidate_pool_one (struct candidate_pool *p, uint32_t location,
                    enum seed_kind kind, const term *formula)
{
    assert (location < p->system->location.size);
    struct spot *spot = &p->spot[location];
    if (!candidate_pool_has_room (p, location, kind)
        || !candidate_pool_fits (p, location, formula))
        return;
    spot->tried[kind]++;
    const term *normal = candidate_pool_normal (p, formula);
    bool added = false;
    if (!term_is_constant (normal))
        term_map_at (&spot->seen, normal, &added);
    if (!added)
        return;
    enum candidates_verdict v = candidate_pool_judge (p, location, normal);
    if (v == VERDICT_ALWAYS || v == VERDICT_OPEN)
        candidate_pool_keep (p, location, kind, normal);
}

/* An equation whose halves say something: of a mod they rarely do. */
static bool
is_equation (struct candidate_pool *p, const term *t)
{
    return t->op == OP_EQ && sort_is_number (t->arg[0]->sort)
           && !term_has_op (p->terms, t, OP_MOD);
}

bool
atoms_alike (const term *a, const term *b)
{
    a = a->op == OP_NOT ? a->arg[0] : a;
    b = b->op == OP_NOT ? b->arg[0] : b;
    return a == b
           || (a->args == 2 && b->args == 2
               && (a->op == OP_EQ || a->op == OP_LE || a->op == OP_LT)
               && (b->op == OP_EQ || b->op == OP_LE || b->op == OP_LT)
               && a->arg[0] == b->arg[0]);
}

void
candidate_pool_add (struct candidate_pool *p, uint32_t location,
                    enum seed_kind kind, const term *formula)
{
    assert (location < p->system->location.size);
    assert (location_live (p->system, location));
    struct term_vec part = {0};
    term_conjuncts (p->terms, formula, &part);
    for (size_t i = 0; i < part.size; i++) {
        const term *c = part.at[i];
        if (is_equation (p, c)) {
            for (int side = 0; side < 2; side++)
                candidate_pool_one (
                    p, location, kind,
                    term_le (p->terms, c->arg[side], c->arg[!side]));
        } else
            candidate_pool_one (p, location, kind, c);
    }
    VEC_CLEAR (part);
}

void
candidate_pool_implied (struct candidate_pool *p, uint32_t location,
                        const term *premise, const term *conclusion)
{
    assert (location < p->system->location.size);
    if (!candidate_pool_has_room (p, location, SEED_IMPLIED))
        return;
    candidate_pool_one (p, location, SEED_IMPLIED,
                        term_implies (p->terms,
                                      candidate_pool_normal (p, premise),
                                      candidate_pool_normal (p, conclusion)));
}

/* Half of an equation may hold where the whole does not, and strictly; that it
 * never holds is of use only if values lie on both sides. */
static void
candidate_pool_halves (struct candidate_pool *p, uint32_t location,
                       enum seed_kind kind, const term *equation)
{
    assert (location < p->system->location.size);
    bool apart = true;
    for (int side = 0; side < 2; side++) {
        const term *a = equation->arg[side], *b = equation->arg[!side];
        enum candidates_verdict v =
            candidate_pool_judge (p, location, term_lt (p->terms, a, b));
        candidate_pool_one (p, location, kind, term_le (p->terms, a, b));
        if (v == VERDICT_ALWAYS)
            candidate_pool_one (p, location, kind, term_lt (p->terms, a, b));
        apart &= v == VERDICT_MIXED || v == VERDICT_OPEN;
    }
    if (apart)
        candidate_pool_one (p, location, kind, term_not (p->terms, equation));
}

bool
candidate_pool_atom (struct candidate_pool *p, uint32_t location,
                     enum seed_kind kind, const term *formula)
{
    assert (location < p->system->location.size);
    struct spot *spot = &p->spot[location];
    if (spot->atom.size >= ATOMS_MOST
        || !candidate_pool_fits (p, location, formula))
        return false;
    bool negated, added = false;
    const term *atom = predicate_normal (p->terms, formula, &negated);
    for (size_t i = 0; i < spot->atom.size; i++)
        if (spot->atom.at[i] == atom)
            return false;
    if (!term_is_constant (atom))
        term_map_at (&spot->seen, atom, &added);
    if (term_is_constant (atom))
        return false;
    VEC_PUSH (spot->atom, atom);
    if (is_equation (p, atom)) {
        candidate_pool_halves (p, location, kind, atom);
        if (candidate_pool_judge (p, location, atom) == VERDICT_MIXED)
            VEC_PUSH (spot->mixed, atom);
        return true;
    }
    const term *opposite = term_not (p->terms, atom);
    enum candidates_verdict v = candidate_pool_judge (p, location, atom);
    if (v == VERDICT_MIXED)
        VEC_PUSH (spot->mixed, atom);
    bool room = candidate_pool_has_room (p, location, kind);
    if (added && room && (v == VERDICT_ALWAYS || v == VERDICT_OPEN))
        candidate_pool_keep (p, location, kind, atom);
    if (v == VERDICT_NEVER || v == VERDICT_OPEN)
        candidate_pool_one (p, location, kind, opposite);
    return true;
}

/* ---- what the program speaks of */

static void
number_note (struct candidates_number_vec *v, int64_t n)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i] == n)
            return;
    if (v->size < CONSTANTS_MOST)
        VEC_PUSH (*v, n);
}

static int
number_order (const void *a, const void *b)
{
    int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
    return (x > y) - (x < y);
}

/* Steps x := x + c: x mod |c| may stay what it is. */
static void
candidate_pool_step (struct candidate_pool *p, const term *var,
                     const term *update)
{
    int64_t n;
    if (update->op != OP_ADD || update->args != 2)
        return;
    for (int side = 0; side < 2; side++)
        if (update->arg[side] == var && term_int64 (update->arg[!side], &n)
            && llabs (n) > 1 && llabs (n) < 1000)
            number_note (&p->modulus, llabs (n));
}

static void
candidate_pool_survey (struct candidate_pool *p)
{
    const struct system *s = p->system;
    struct term_map place = {0};
    struct term_vec order = {0};
    for (size_t i = 0; i < s->transition.size && order.size < SCANNED_MOST;
         i++) {
        const struct transition *t = &s->transition.at[i];
        term_postorder (&t->guard, 1, &place, &order);
        term_postorder (t->update.at, t->update.size, &place, &order);
        for (size_t k = 0; t->from == t->to && k < t->update.size; k++)
            candidate_pool_step (p, s->location.at[t->to].vars.at[k],
                                 t->update.at[k]);
    }
    for (size_t i = 0; i < order.size; i++) {
        const term *t = order.at[i];
        int64_t n;
        if (t->op == OP_NUMBER && term_int64 (t, &n)
            && llabs (n / 2) < NUMBER_MOST / 8)
            number_note (&p->constant, n);
        if (t->op == OP_MOD && term_int64 (t->arg[1], &n) && n > 1)
            number_note (&p->modulus, n);
    }
    if (p->constant.size)
        qsort (p->constant.at, p->constant.size, sizeof *p->constant.at,
               number_order);
    term_map_clear (&place);
    VEC_CLEAR (order);
}

/* ---- the choice */

/* Shares of `most`, in 100: what a kind gets before any kind gets more. */
static const unsigned share[SEED_KINDS] = {
    [SEED_EQUATION] = 20, [SEED_ATOM] = 20, [SEED_BOUND] = 25,
    [SEED_SUM] = 8,       [SEED_MOD] = 2,   [SEED_IMPLIED] = 20,
    [SEED_MOVED] = 5,
};

static void
candidate_pool_choose (struct candidate_pool *p, uint32_t location, size_t most,
                       struct vec_seed *out)
{
    assert (location < p->system->location.size);
    const struct vec_candidate *all = &p->spot[location].candidate;
    size_t give[SEED_KINDS], left = most;
    const size_t *count = p->spot[location].count;
    for (size_t k = 0; k < SEED_KINDS; k++) {
        give[k] = most * share[k] / 100;
        give[k] = give[k] < count[k] ? give[k] : count[k];
        left -= give[k];
    }
    for (size_t k = 0; k < SEED_KINDS; k++) {
        size_t more = count[k] - give[k] < left ? count[k] - give[k] : left;
        give[k] += more;
        left -= more;
    }
    assert (left <= most);
    for (size_t k = 0; k < SEED_KINDS; k++)
        for (size_t i = 0; i < all->size && give[k]; i++)
            if (all->at[i].kind == k) {
                struct seed seed = {location, all->at[i].predicate};
                VEC_PUSH (*out, seed);
                give[k]--;
            }
}

void
candidates_collect (const struct system *s, size_t most, struct vec_seed *out)
{
    assert (s->indexed == s->location.size);
    struct candidate_pool p = {
        .system = s, .terms = s->terms, .work = RUN_WORK, .algebra = DATA_WORK};
    size_t live = 1;
    for (uint32_t l = 0; l < s->location.size; l++)
        live += location_live (s, l);
    p.room = POOL_MOST / live + 1;
    p.room = p.room < most ? p.room : most;
    p.room = p.room < SPOT_MOST ? p.room : SPOT_MOST;
    p.spot = NEW_ARRAY (struct spot, s->location.size);
    candidate_pool_survey (&p);
    candidates_run (&p);
    candidates_karr (&p);
    candidates_data (&p);
    candidates_guard (&p);
    candidates_template (&p);
    candidates_implied (&p);
    for (uint32_t l = 0; l < s->location.size; l++) {
        struct spot *spot = &p.spot[l];
        candidate_pool_choose (&p, l, most, out);
        memory_free (spot->samples.row);
        VEC_CLEAR (spot->candidate);
        term_map_clear (&spot->seen);
        VEC_CLEAR (spot->atom);
        VEC_CLEAR (spot->mixed);
    }
    memory_free (p.spot);
    VEC_CLEAR (p.constant);
    VEC_CLEAR (p.modulus);
}
