/* shared.c -- what several kinds of simplification do to transitions.
 */
#include "cegar/simplify/steps.h"

#include <assert.h>
#include <string.h>

#include "cegar/system/guard.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"

enum { DEAD_LIMIT = 50000 }; /* solver units; beyond, it counts as alive */

void
term_vec_copy (struct term_vec *to, const struct term_vec *from)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (*to, from->at[i]);
}

const term *
term_again (terms *t, const term *e, const term *const *arg)
{
    bool changed = false;
    for (size_t i = 0; i < e->args; i++)
        changed = changed || arg[i] != e->arg[i];
    if (!changed)
        return e;
    if (e->op == OP_APPLY)
        return term_apply (t, e->text, e->sort, arg, e->args);
    if (e->op == OP_CONST_ARRAY)
        return term_const_array (t, e->sort, arg[0]);
    return term_make (t, e->op, arg, e->args, e->index[0], e->index[1]);
}

struct transition
transition_copy (const struct transition *t)
{
    assert (!t->repeats);
    struct transition copy = {.from = t->from, .to = t->to, .guard = t->guard};
    for (size_t i = 0; i < t->more.size; i++) {
        struct premise p = {.location = t->more.at[i].location};
        term_vec_copy (&p.vars, &t->more.at[i].vars);
        VEC_PUSH (copy.more, p);
    }
    term_vec_copy (&copy.aux, &t->aux);
    term_vec_copy (&copy.update, &t->update);
    for (size_t i = 0; i < t->origin.size; i++)
        VEC_PUSH (copy.origin, t->origin.at[i]);
    return copy;
}

/* A new variable named after the old one, but not longer each time. */
static const term *
aux_fresh (terms *t, const term *var)
{
    size_t size = strcspn (var->text, "!");
    char *hint = memory_copy (var->text, strlen (var->text) + 1);
    hint[size] = 0;
    const term *fresh = term_fresh (t, size ? hint : "v", var->sort);
    memory_free (hint);
    return fresh;
}

void
transition_replace (terms *t, struct transition *x, const struct term_vec *from,
                    const struct term_vec *to)
{
    assert (from->size == to->size);
    x->guard = term_substitute (t, x->guard, from->at, to->at, from->size);
    for (size_t i = 0; i < x->update.size; i++)
        x->update.at[i] =
            term_substitute (t, x->update.at[i], from->at, to->at, from->size);
}

void
transition_rename (terms *t, struct transition *x)
{
    struct term_vec old = {0}, fresh = {0};
    for (size_t i = 0; i <= x->more.size; i++) {
        struct term_vec *own = i ? &x->more.at[i - 1].vars : &x->aux;
        for (size_t k = 0; k < own->size; k++) {
            VEC_PUSH (old, own->at[k]);
            own->at[k] = aux_fresh (t, own->at[k]);
            VEC_PUSH (fresh, own->at[k]);
        }
    }
    if (old.size)
        transition_replace (t, x, &old, &fresh);
    VEC_CLEAR (old);
    VEC_CLEAR (fresh);
}

void
transition_tidy (terms *t, struct transition *x)
{
    guard_reduce (t, &x->aux, &x->guard, &x->update);
}

void
transition_substitute (terms *t, struct transition *x,
                       const struct term_vec *from, const struct term_vec *to)
{
    transition_replace (t, x, from, to);
    transition_tidy (t, x);
}

bool
transition_compose (const struct system *s, const struct transition *in,
                    const struct transition *out, struct transition *made)
{
    assert (in->to == out->from && !in->more.size && !out->more.size);
    assert (in->update.size == s->location.at[in->to].vars.size);
    terms *t = s->terms;
    struct transition first = transition_copy (in);
    *made = transition_copy (out);
    transition_rename (t, &first);
    transition_rename (t, made);
    transition_replace (t, made, &s->location.at[in->to].vars, &first.update);
    made->guard = term_and2 (t, first.guard, made->guard);
    made->from = in->from;

    /* The auxiliaries and the clauses of the first come first. */
    term_vec_copy (&first.aux, &made->aux);
    VEC_CLEAR (made->aux);
    made->aux = first.aux;
    first.aux = (struct term_vec) {0};
    struct vec_index origin = {0};
    origin_join (in, out, 0, &origin);
    VEC_CLEAR (made->origin);
    memcpy (&made->origin, &origin, sizeof origin);
    transition_clear (&first);

    transition_tidy (t, made);
    if (!guard_false (t, made->guard))
        return true;
    transition_clear (made);
    return false;
}

size_t
transition_nodes (const struct transition *t)
{
    size_t nodes = term_size (t->guard);
    for (size_t i = 0; i < t->update.size; i++)
        nodes += term_size (t->update.at[i]);
    return nodes;
}

enum arith_answer
simplification_quick (simplification *done, terms *t, const term *formula)
{
    assert (formula->sort->kind == SORT_BOOL);
    if (!done->quick)
        done->quick = arith_new (t);
    arith_reset (done->quick);
    arith_assert (done->quick, formula, 0);
    return arith_check (done->quick);
}

bool
transition_dead (terms *t, const struct transition *x, simplification *done)
{
    if (term_is_true (x->guard) || !done->checks)
        return false;
    done->checks--;
    enum arith_answer quick = simplification_quick (done, t, x->guard);
    if (quick != ARITH_UNDECIDED)
        return quick == ARITH_UNSAT;
    /* One solver for all: a new one takes milliseconds, and what it is asked
     * is the same sequence in every run. */
    if (!done->checker)
        done->checker =
            solver_new (t, &(struct solver_options) {.limit = DEAD_LIMIT});
    solver_push (done->checker);
    solver_assert (done->checker, x->guard);
    bool dead = solver_check (done->checker, NULL, 0) == SOLVER_UNSAT;
    solver_pop (done->checker);
    return dead;
}

bool
transitions_drop (struct system *s, const bool *drop)
{
    assert (drop);
    size_t kept = 0;
    for (size_t i = 0; i < s->transition.size; i++)
        if (drop[i])
            transition_clear (&s->transition.at[i]);
        else
            s->transition.at[kept++] = s->transition.at[i];
    bool changed = kept < s->transition.size;
    s->transition.size = kept;
    return changed;
}

static void
vec_drop (struct term_vec *v, const bool *drop)
{
    size_t kept = 0;
    for (size_t i = 0; i < v->size; i++)
        if (!drop[i])
            v->at[kept++] = v->at[i];
    v->size = kept;
}

void
location_drop (struct system *s, uint32_t location, const bool *drop)
{
    assert (location < s->location.size && drop);
    vec_drop (&s->location.at[location].vars, drop);
    for (size_t i = 0; i < s->transition.size; i++) {
        struct transition *t = &s->transition.at[i];
        if (t->to == location)
            vec_drop (&t->update, drop);
        for (size_t p = 0; p < t->more.size; p++)
            if (t->more.at[p].location == location)
                vec_drop (&t->more.at[p].vars, drop);
    }
}

/* Puts values over the location's variables in the place of its variables, in every
 * premise. */
static void
location_replace (struct system *s, uint32_t location,
                  const struct term_vec *from, const struct term_vec *to)
{
    const struct term_vec *vars = &s->location.at[location].vars;
    for (size_t i = 0; i < s->transition.size; i++) {
        struct transition *t = &s->transition.at[i];
        if (t->from == location)
            transition_substitute (s->terms, t, from, to);
        for (size_t p = 0; p < t->more.size; p++) {
            const struct term_vec *copy = &t->more.at[p].vars;
            if (t->more.at[p].location != location)
                continue;
            struct term_vec old = {0}, new = {0};
            for (size_t k = 0; k < from->size; k++) {
                VEC_PUSH (old, term_substitute (s->terms, from->at[k], vars->at,
                                                copy->at, vars->size));
                VEC_PUSH (new, term_substitute (s->terms, to->at[k], vars->at,
                                                copy->at, vars->size));
            }
            transition_substitute (s->terms, t, &old, &new);
            VEC_CLEAR (old);
            VEC_CLEAR (new);
        }
    }
}

bool
location_fix (struct system *s, simplification *done, uint32_t location,
              const struct term_vec *value)
{
    const struct term_vec *vars = &s->location.at[location].vars;
    assert (value->size == vars->size);
    struct term_vec from = {0}, to = {0};
    bool *drop = NEW_ARRAY (bool, vars->size + 1);
    for (size_t k = 0; k < vars->size; k++) {
        if (!value->at[k])
            continue;
        drop[k] = true;
        VEC_PUSH (from, vars->at[k]);
        VEC_PUSH (to, value->at[k]);
        struct undo *u = simplification_note (done, UNDO_CONJOIN, location);
        u->formula = term_eq (s->terms, vars->at[k], value->at[k]);
    }
    bool changed = from.size > 0;
    if (changed) {
        location_replace (s, location, &from, &to);
        location_drop (s, location, drop);
    }
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    memory_free (drop);
    return changed;
}
