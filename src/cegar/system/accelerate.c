/* accelerate.c -- see accelerate.h. */
#include "cegar/system/accelerate.h"

#include <assert.h>

#include "base/map.h"
#include "cegar/system/guard.h"
#include "logic/arith/arith.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

enum { DISTINCT_MOST = 2 }; /* disequalities that are taken apart */

enum change { SAME, MOVES, SET };

struct accelerate_loop {
    terms *terms;
    const struct term_vec *vars;
    const struct transition *round;
    const term *count;       /* how many rounds */
    struct map index;        /* variable's id -> its position */
    enum change *change;     /* per variable */
    mpq_t *by;               /* per variable: what a round adds */
    struct term_vec set, to; /* the variables that are set; to what, over the
                                values after the round */
    unsigned sides;          /* per disequality, a bit: which side is taken */
    unsigned distinct;       /* disequalities met */
};

/* ---- what a round does */

static void
loop_open (struct accelerate_loop *l, const struct system *s,
           const struct transition *t)
{
    assert (t->from == t->to
            && t->update.size == s->location.at[t->to].vars.size);
    *l = (struct accelerate_loop) {.terms = s->terms, .round = t};
    l->vars = &s->location.at[t->from].vars;
    l->change = NEW_ARRAY (enum change, l->vars->size + 1);
    l->by = NEW_ARRAY (mpq_t, l->vars->size + 1);
    map_init (&l->index);
    for (size_t i = 0; i < l->vars->size; i++) {
        mpq_init (l->by[i]);
        map_put (&l->index, map_number (l->vars->at[i]->id), i);
    }
}

static void
loop_close (struct accelerate_loop *l)
{
    for (size_t i = 0; i < l->vars->size; i++)
        mpq_clear (l->by[i]);
    memory_free (l->by);
    memory_free (l->change);
    map_clear (&l->index);
    VEC_CLEAR (l->set);
    VEC_CLEAR (l->to);
}

/* Does the term depend on something that changes so? */
static bool
loop_has (const struct accelerate_loop *l, const term *e, enum change how)
{
    struct term_vec vars = {0};
    term_variables (l->terms, e, &vars);
    bool found = false;
    for (size_t i = 0; !found && i < vars.size; i++) {
        const uint64_t *at = map_get (&l->index, map_number (vars.at[i]->id));
        found = at && l->change[*at] == how;
    }
    VEC_CLEAR (vars);
    return found;
}

/* Is the update `x + constant`?  Then the constant is noted. */
static bool
update_adds (struct accelerate_loop *l, size_t i)
{
    assert (i < l->vars->size);
    const term *x = l->vars->at[i], *e = l->round->update.at[i];
    if (x->sort->kind != SORT_INT)
        return false;
    struct linear form;
    linear_init (&form);
    mpq_t one;
    mpq_init (one);
    mpq_set_si (one, 1, 1);
    bool adds = linear_add (&form, l->terms, e, one, true);
    mpq_neg (one, one);
    adds = adds && linear_add (&form, l->terms, x, one, true) && !form.size;
    if (adds)
        mpq_set (l->by[i], form.constant);
    mpq_clear (one);
    linear_clear (&form);
    return adds;
}

/* x + by (rounds + more), where `rounds` is the number of them or 0. */
static const term *
loop_moved (const struct accelerate_loop *l, size_t i, bool rounds, int more)
{
    const term *x = l->vars->at[i];
    assert (!rounds || l->count);
    struct linear form;
    linear_init (&form);
    mpq_t number;
    mpq_init (number);
    mpq_set_si (number, 1, 1);
    linear_add (&form, l->terms, x, number, true);
    if (rounds)
        linear_add (&form, l->terms, l->count, l->by[i], true);
    mpq_set_si (number, more, 1);
    mpq_mul (number, number, l->by[i]);
    mpq_add (form.constant, form.constant, number);
    const term *result = linear_term (l->terms, &form, x->sort);
    mpq_clear (number);
    linear_clear (&form);
    return result;
}

/* The term in another round: see loop_moved. */
static const term *
loop_shift (const struct accelerate_loop *l, const term *e, bool rounds,
            int more)
{
    struct term_vec from = {0}, to = {0};
    for (size_t i = 0; i < l->vars->size; i++)
        if (l->change[i] == MOVES) {
            VEC_PUSH (from, l->vars->at[i]);
            VEC_PUSH (to, loop_moved (l, i, rounds, more));
        }
    e = term_substitute (l->terms, e, from.at, to.at, from.size);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return e;
}

/* False: a round does more than can be repeated. */
static bool
loop_read (struct accelerate_loop *l)
{
    bool moves = false;
    if (l->round->aux.size)
        return false;
    for (size_t i = 0; i < l->vars->size; i++)
        if (l->round->update.at[i] == l->vars->at[i])
            l->change[i] = SAME;
        else if (!update_adds (l, i))
            l->change[i] = SET;
        else if (mpq_sgn (l->by[i])) {
            l->change[i] = MOVES;
            moves = true;
        }
    for (size_t i = 0; moves && i < l->vars->size; i++) {
        const term *e = l->round->update.at[i];
        if (l->change[i] != SET)
            continue;
        if (loop_has (l, e, SET))
            return false;
        VEC_PUSH (l->set, l->vars->at[i]);
        VEC_PUSH (l->to, loop_shift (l, e, false, -1));
    }
    return moves;
}

static const term *
loop_after_set (const struct accelerate_loop *l, const term *e)
{
    return term_substitute (l->terms, e, l->set.at, l->to.at, l->set.size);
}

/* ---- the guard of all rounds */

/* What a round adds to the form. */
static void
form_drift (const struct accelerate_loop *l, const struct linear *form,
            mpq_t drift)
{
    mpq_t part;
    mpq_init (part);
    for (size_t i = 0; i < form->size; i++) {
        const uint64_t *at =
            map_get (&l->index, map_number (form->part[i].var->id));
        if (!at)
            continue;
        mpq_mul (part, form->part[i].factor, l->by[*at]);
        mpq_add (drift, drift, part);
    }
    mpq_clear (part);
}

/* What is in the form as a whole, like a mod or a select, must not move. */
static bool
form_plain (const struct accelerate_loop *l, const struct linear *form)
{
    for (size_t i = 0; i < form->size; i++) {
        const term *e = form->part[i].var;
        if (e->sort->kind != SORT_INT
            || (e->op != OP_VAR && loop_has (l, e, MOVES)))
            return false;
    }
    return true;
}

/* form + drift <= 0, or form + (n - 1) drift <= 0. */
static const term *
form_later (const struct accelerate_loop *l, struct linear *form,
            const mpq_t drift, bool last)
{
    if (last) {
        linear_add (form, l->terms, l->count, drift, true);
        mpq_sub (form->constant, form->constant, drift);
    } else
        mpq_add (form->constant, form->constant, drift);
    const sort *integer = l->count->sort;
    return term_le (l->terms, linear_term (l->terms, form, integer),
                    term_int (l->terms, 0));
}

/* A literal about what moves, in all rounds; false: it is not linear, or an
 * equation that can hold but once. */
static bool
literal_repeat (const struct accelerate_loop *l, const term *e,
                struct term_vec *guard)
{
    bool sets = loop_has (l, e, SET);
    struct linear form;
    enum linear_relation relation;
    mpq_t drift;
    linear_init (&form);
    mpq_init (drift);
    bool fine = linear_literal (l->terms, sets ? loop_after_set (l, e) : e,
                                &form, &relation)
                && form_plain (l, &form);
    if (fine)
        form_drift (l, &form, drift);
    int grows = mpq_sgn (drift);
    fine = fine && (!grows || relation == LINEAR_LE);
    if (fine && (sets || grows <= 0))
        VEC_PUSH (*guard, e);
    if (fine && sets && !grows)
        VEC_PUSH (*guard, loop_after_set (l, e));
    else if (fine && (grows > 0 || (sets && grows)))
        VEC_PUSH (*guard, form_later (l, &form, drift, grows > 0));
    mpq_clear (drift);
    linear_clear (&form);
    return fine;
}

static bool
conjunct_repeat (struct accelerate_loop *l, const term *e,
                 struct term_vec *guard)
{
    const term *later = loop_after_set (l, e);
    if (!loop_has (l, e, MOVES) && !loop_has (l, later, MOVES)) {
        VEC_PUSH (*guard, e);
        VEC_PUSH (*guard, later);
        return true;
    }
    if (e->op == OP_NOT && e->arg[0]->op == OP_EQ
        && e->arg[0]->arg[0]->sort->kind == SORT_INT) {
        unsigned side = l->sides >> l->distinct++ & 1;
        const term *const *arg = e->arg[0]->arg;
        if (l->distinct > DISTINCT_MOST)
            return false;
        e = term_lt (l->terms, arg[side], arg[!side]);
    }
    return literal_repeat (l, e, guard);
}

/* Null: the guard is none that can be repeated, or allows a single round. */
static const term *
guard_repeat (struct accelerate_loop *l, arith *quick)
{
    assert (l->count && l->set.size == l->to.size);
    struct term_vec conjunct = {0}, guard = {0};
    term_conjuncts (l->terms, l->round->guard, &conjunct);
    VEC_PUSH (guard, term_le (l->terms, term_int (l->terms, 2), l->count));
    bool fine = true;
    l->distinct = 0;
    for (size_t i = 0; fine && i < conjunct.size; i++)
        fine = conjunct_repeat (l, conjunct.at[i], &guard);
    const term *all = term_and (l->terms, guard.at, guard.size);
    VEC_CLEAR (conjunct);
    VEC_CLEAR (guard);
    if (!fine || guard_false (l->terms, all))
        return NULL;
    arith_reset (quick);
    arith_assert (quick, all, 0);
    return arith_check (quick) == ARITH_UNSAT ? NULL : all;
}

/* ---- transitions */

static const term *
update_repeat (const struct accelerate_loop *l, size_t i)
{
    const term *e = l->round->update.at[i];
    return l->change[i] == MOVES ? loop_moved (l, i, true, 0)
           : l->change[i] == SET ? loop_shift (l, e, true, -1)
                                 : e;
}

static struct transition
loop_transition (const struct accelerate_loop *l, uint32_t index,
                 const term *guard)
{
    assert (guard->sort->kind == SORT_BOOL && !l->round->aux.size);
    const struct transition *t = l->round;
    struct transition many = {
        .from = t->from, .to = t->to, .guard = guard, .repeats = index + 1};
    VEC_PUSH (many.aux, l->count);
    for (size_t i = 0; i < l->vars->size; i++)
        VEC_PUSH (many.update, update_repeat (l, i));
    for (size_t i = 0; i < t->origin.size; i++)
        VEC_PUSH (many.origin, t->origin.at[i]);
    return many;
}

static void
loop_accelerate (const struct system *s, uint32_t index, arith *quick,
                 struct vec_transition *made)
{
    struct accelerate_loop l;
    loop_open (&l, s, &s->transition.at[index]);
    bool fine = loop_read (&l);
    for (unsigned sides = 0; fine && sides < 1u << l.distinct; sides++) {
        l.sides = sides;
        l.count = term_fresh (s->terms, "rounds", sort_int (s->terms));
        const term *guard = guard_repeat (&l, quick);
        if (l.distinct > DISTINCT_MOST)
            break;
        if (guard && made->size < ACCELERATE_MOST)
            VEC_PUSH (*made, loop_transition (&l, index, guard));
    }
    loop_close (&l);
}

size_t
accelerate (struct system *s)
{
    struct vec_transition made = {0};
    if (s->transition.size > ACCELERATE_TRANSITIONS)
        return 0;
    arith *quick = arith_new (s->terms);
    for (uint32_t i = 0; i < s->transition.size; i++) {
        const struct transition *t = &s->transition.at[i];
        if (t->from == t->to && made.size < ACCELERATE_MOST) {
            assert (!t->repeats);
            loop_accelerate (s, i, quick, &made);
        }
    }
    arith_free (quick);
    assert (made.size <= ACCELERATE_MOST);
    for (size_t i = 0; i < made.size; i++)
        VEC_PUSH (s->transition, made.at[i]);
    size_t count = made.size;
    VEC_CLEAR (made);
    if (count)
        system_index (s);
    return count;
}

bool
accelerate_used (const struct system *s, const struct vec_index *path)
{
    for (size_t i = 0; i < path->size; i++)
        if (s->transition.at[path->at[i]].repeats)
            return true;
    return false;
}
