/* guard.c -- variables that equations determine are replaced.
 *
 * In each round as many equations as possible are chosen that do not depend on
 * each other, and all are substituted at once: a chain x1 = x0 + 1, x2 = x1 +
 * 1,
 * .. of n equations takes log n passes over the formula instead of n. */
#include "cegar/system/guard.h"

#include <assert.h>

#include "base/map.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

enum {
    GONE = 1,   /* may be eliminated */
    LOCKED = 2, /* is in what this round puts in place of another */
    CHOSEN = 4  /* is replaced in this round */
};

struct round {
    terms *terms;
    struct map state; /* variable's id -> flags above */
    struct term_vec from, to;
};

static uint64_t
round_state (const struct round *r, const term *var)
{
    const uint64_t *state = map_get (&r->state, map_number (var->id));
    return state ? *state : 0;
}

static void
round_mark (struct round *r, const term *var, uint64_t flags)
{
    map_put (&r->state, map_number (var->id), round_state (r, var) | flags);
}

/* May `var` be replaced by `e` in this round?  If so, it will be. */
static bool
round_choose (struct round *r, const term *var, const term *e)
{
    if (var->op != OP_VAR || round_state (r, var) != GONE)
        return false;
    assert (var->sort == e->sort);
    struct term_vec vars = {0};
    term_variables (r->terms, e, &vars);
    bool fine = true;
    for (size_t i = 0; fine && i < vars.size; i++)
        fine = vars.at[i] != var && !(round_state (r, vars.at[i]) & CHOSEN);
    if (fine) {
        for (size_t i = 0; i < vars.size; i++)
            round_mark (r, vars.at[i], LOCKED);
        round_mark (r, var, CHOSEN);
        VEC_PUSH (r->from, var);
        VEC_PUSH (r->to, e);
    }
    VEC_CLEAR (vars);
    return fine;
}

/* `form = 0` solved for its part `i`, or null if that needs a division that the
 * integers do not have. */
static const term *
form_solve (terms *t, const struct linear *form, size_t i, const sort *kind)
{
    assert (i < form->size && mpq_sgn (form->part[i].factor));
    struct linear rest;
    linear_init (&rest);
    mpq_t scale, factor;
    mpq_inits (scale, factor, NULL);
    mpq_inv (scale, form->part[i].factor);
    mpq_neg (scale, scale);
    bool integral = true;
    mpq_mul (factor, form->constant, scale);
    integral = mpz_cmp_ui (mpq_denref (factor), 1) == 0;
    for (size_t k = 0; k < form->size; k++) {
        mpq_mul (factor, form->part[k].factor, scale);
        integral = integral && mpz_cmp_ui (mpq_denref (factor), 1) == 0;
    }
    const term *solved = NULL;
    if (integral || kind->kind == SORT_REAL) {
        linear_add_scaled (&rest, form, scale);
        mpq_set_si (factor, 1, 1);
        /* The part itself stands there with factor -1: take it out. */
        if (linear_add (&rest, t, form->part[i].var, factor, true))
            solved = linear_term (t, &rest, kind);
    }
    mpq_clears (scale, factor, NULL);
    linear_clear (&rest);
    return solved;
}

static bool
round_linear (struct round *r, const term *left, const term *right)
{
    struct linear form;
    linear_init (&form);
    mpq_t one;
    mpq_init (one);
    mpq_set_si (one, 1, 1);
    bool chosen = linear_add (&form, r->terms, left, one, true);
    mpq_set_si (one, -1, 1);
    chosen = chosen && linear_add (&form, r->terms, right, one, true);
    bool linear = chosen;
    chosen = false;
    for (size_t i = 0; linear && !chosen && i < form.size; i++) {
        const term *var = form.part[i].var;
        /* An Int variable under to_real has no solution of its own sort. */
        if (var->op != OP_VAR || var->sort != left->sort
            || round_state (r, var) != GONE)
            continue;
        const term *e = form_solve (r->terms, &form, i, left->sort);
        chosen = e && round_choose (r, var, e);
    }
    mpq_clear (one);
    linear_clear (&form);
    return chosen;
}

/* Does the conjunct determine a variable?  Then it is used up. */
static bool
round_use (struct round *r, const term *c)
{
    terms *t = r->terms;
    if (c->op == OP_VAR)
        return round_choose (r, c, term_true (t));
    bool negated = c->op == OP_NOT;
    if (negated)
        c = c->arg[0];
    if (negated && c->op == OP_VAR)
        return round_choose (r, c, term_false (t));
    if (c->op != OP_EQ || c->args != 2)
        return false;
    const term *left = c->arg[0], *right = c->arg[1];
    if (negated) {
        if (left->sort->kind != SORT_BOOL)
            return false;
        return round_choose (r, left, term_not (t, right))
               || round_choose (r, right, term_not (t, left));
    }
    return round_choose (r, left, right) || round_choose (r, right, left)
           || (sort_is_number (left->sort) && round_linear (r, left, right));
}

/* One pass; false: nothing was found to eliminate. */
static bool
round_run (terms *t, const struct term_vec *gone, const term **guard,
           struct term_vec *update)
{
    struct round r = {.terms = t};
    map_init (&r.state);
    for (size_t i = 0; i < gone->size; i++)
        round_mark (&r, gone->at[i], GONE);
    struct term_vec conjunct = {0};
    term_conjuncts (t, *guard, &conjunct);
    size_t kept = 0;
    for (size_t i = 0; i < conjunct.size; i++)
        if (!round_use (&r, conjunct.at[i]))
            conjunct.at[kept++] = conjunct.at[i];
    assert (r.from.size == r.to.size);
    bool found = r.from.size > 0;
    *guard = term_and (t, conjunct.at, kept);
    if (found) {
        *guard = term_substitute (t, *guard, r.from.at, r.to.at, r.from.size);
        for (size_t i = 0; update && i < update->size; i++)
            update->at[i] = term_substitute (t, update->at[i], r.from.at,
                                             r.to.at, r.from.size);
    }
    VEC_CLEAR (conjunct);
    VEC_CLEAR (r.from);
    VEC_CLEAR (r.to);
    map_clear (&r.state);
    return found;
}

static void
mark_variables (terms *t, const term *e, struct map *seen)
{
    struct term_vec vars = {0};
    if (e->op == OP_VAR)
        map_put (seen, map_number (e->id), 1);
    else if (e->args)
        term_variables (t, e, &vars);
    for (size_t i = 0; i < vars.size; i++)
        map_put (seen, map_number (vars.at[i]->id), 1);
    VEC_CLEAR (vars);
}

/* Leaves in `gone` what occurs in the guard or an update. */
static void
gone_filter (terms *t, struct term_vec *gone, const term *guard,
             const struct term_vec *update)
{
    if (!gone->size)
        return;
    struct map seen;
    map_init (&seen);
    mark_variables (t, guard, &seen);
    for (size_t i = 0; update && i < update->size; i++)
        mark_variables (t, update->at[i], &seen);
    size_t kept = 0;
    for (size_t i = 0; i < gone->size; i++)
        if (map_get (&seen, map_number (gone->at[i]->id)))
            gone->at[kept++] = gone->at[i];
    gone->size = kept;
    map_clear (&seen);
}

void
guard_solve (terms *t, struct term_vec *gone, const term **guard,
             struct term_vec *update)
{
    assert ((*guard)->sort->kind == SORT_BOOL);
    gone_filter (t, gone, *guard, update);
    while (gone->size && round_run (t, gone, guard, update))
        gone_filter (t, gone, *guard, update);
}
