/* derivation_follow.c -- a long path with values, stretch by stretch.
 *
 * What the clauses determine from the facts before and the values known after
 * them is evaluated; only where that leaves a choice a solver is asked, for one
 * stretch at a time.  That is enough, because whoever gives the values after a
 * stretch has seen to it that the rest of the path is possible from there,
 * whatever the arguments without a value are. */
#include "cegar/system/derivation.h"

#include <assert.h>

#include "logic/arith/linear.h"
#include "logic/term/sort.h"

enum { WHOLE_MOST = 2000 }; /* clauses that one query may have */

struct derivation_follow_follow {
    struct derivation *derivation;
    struct step *step;
    struct term_vec open; /* what is not known to hold */
};

static bool
follow_assign (struct derivation_follow_follow *f, const term *var,
               const term *value)
{
    const struct reading *r =
        derivation_reading (f->derivation, f->step->clause);
    const uint64_t *at = map_get (&r->index, map_number (var->id));
    assert (at && !f->step->value[*at]);
    if (value->sort != var->sort)
        return false;
    f->step->value[*at] = value;
    return true;
}

/* The formula with what is known, so that what is not stands out. */
static const term *
follow_reduce (const struct derivation_follow_follow *f, const term *e)
{
    const struct clause *c = step_clause (f->derivation, f->step);
    struct term_vec from = {0}, to = {0};
    for (size_t i = 0; i < c->vars.size; i++)
        if (f->step->value[i]) {
            VEC_PUSH (from, c->vars.at[i]);
            VEC_PUSH (to, f->step->value[i]);
        }
    e = term_substitute (f->derivation->horn->terms, e, from.at, to.at,
                         from.size);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return e;
}

/* An equation with one unknown. */
static bool
follow_linear (struct derivation_follow_follow *f, const term *e)
{
    struct linear form, value;
    enum linear_relation relation;
    linear_init (&form);
    linear_init (&value);
    terms *t = f->derivation->horn->terms;
    bool solved = linear_literal (t, follow_reduce (f, e), &form, &relation)
                  && relation == LINEAR_EQ && form.size == 1
                  && form.part[0].var->op == OP_VAR;
    if (solved) {
        const term *var = form.part[0].var;
        mpq_div (value.constant, form.constant, form.part[0].factor);
        mpq_neg (value.constant, value.constant);
        solved = (var->sort->kind == SORT_REAL
                  || !mpz_cmp_si (mpq_denref (value.constant), 1))
                 && follow_assign (f, var, linear_term (t, &value, var->sort));
    }
    linear_clear (&value);
    linear_clear (&form);
    return solved;
}

/* Does the formula, which must hold, give a variable its value? */
static bool
follow_formula (struct derivation_follow_follow *f, const term *e)
{
    struct derivation *d = f->derivation;
    terms *t = d->horn->terms;
    if (e->op == OP_VAR)
        return follow_assign (f, e, term_true (t));
    if (e->op == OP_NOT && e->arg[0]->op == OP_VAR)
        return follow_assign (f, e->arg[0], term_false (t));
    if (e->op != OP_EQ)
        return false;
    for (int side = 0; side < 2; side++)
        if (e->arg[side]->op == OP_VAR
            && !step_evaluate (d, f->step, e->arg[side])) {
            const term *value = step_evaluate (d, f->step, e->arg[!side]);
            if (value)
                return follow_assign (f, e->arg[side], value);
        }
    return sort_is_number (e->arg[0]->sort) && follow_linear (f, e);
}

/* Until nothing more is determined; false: something does not hold. */
static bool
follow_determine (struct derivation_follow_follow *f)
{
    bool changed = true;
    while (changed && f->open.size) {
        size_t kept = 0;
        changed = false;
        for (size_t i = 0; i < f->open.size; i++) {
            const term *e = f->open.at[i];
            const term *holds = step_evaluate (f->derivation, f->step, e);
            if (holds && term_is_false (holds))
                return false;
            if (holds)
                continue;
            if (follow_formula (f, e))
                changed = true;
            f->open.at[kept++] = e;
        }
        f->open.size = kept;
    }
    return true;
}

static void
follow_equal (struct derivation_follow_follow *f, const term *const *arg,
              size_t args, const term *const *value)
{
    for (size_t i = 0; value && i < args; i++)
        if (value[i])
            VEC_PUSH (f->open,
                      term_eq (f->derivation->horn->terms, arg[i], value[i]));
}

/* What nothing depends on gets some value.  False: something may depend on it,
 * in a later step of the stretch. */
static bool
follow_rest (struct derivation_follow_follow *f, bool last)
{
    struct derivation *d = f->derivation;
    const struct clause *c = step_clause (d, f->step);
    for (size_t i = 0; i < c->vars.size; i++) {
        if (f->step->value[i])
            continue;
        if (!last)
            return false;
        f->step->value[i] = value_default (d->horn->terms, c->vars.at[i]->sort);
    }
    return true;
}

static bool
follow_step (struct derivation *d, size_t at, const term *const *after,
             bool last)
{
    struct derivation_follow_follow f = {.derivation = d, .step = &d->step[at]};
    const struct clause *c = step_clause (d, f.step);
    const struct reading *r = derivation_reading (d, f.step->clause);
    if (at)
        follow_equal (&f, c->body_arg, d->horn->relation.at[c->body].args,
                      d->step[at - 1].fact);
    if (after)
        follow_equal (&f, c->head_arg, step_args (d, f.step), after);
    for (size_t i = 0; i < r->conjunct.size; i++)
        VEC_PUSH (f.open, r->conjunct.at[i]);
    bool fine = follow_determine (&f) && !f.open.size && follow_rest (&f, last)
                && step_finish (d, f.step, NULL, NULL);
    VEC_CLEAR (f.open);
    return fine;
}

static bool
follow_stretch (struct derivation *d, size_t first,
                const struct certificate_stretch *s)
{
    for (size_t i = 0; i < s->clauses; i++) {
        bool last = i + 1 == s->clauses;
        if (!follow_step (d, first + i, last ? s->value : NULL, last))
            return false;
    }
    return true;
}

/* The first stretch that cannot be followed, or the number of them. */
static size_t
follow_all (struct derivation *d, const struct stretches *path, uint64_t limit)
{
    struct section section = {0};
    size_t at = 0, done = 0;
    for (; done < path->stretch.size; done++) {
        const struct certificate_stretch *s = &path->stretch.at[done];
        const term *const *before = at ? d->step[at - 1].fact : NULL;
        assert (at + s->clauses <= d->steps);
        bool fine = follow_stretch (d, at, s);
        /* Rounds of one loop share a solver. */
        if (!fine && section.count
            && !section_fits (&section, at, s->clauses)) {
            section_close (&section);
            section.count = 0;
        }
        if (!fine && !section.count)
            section_open (&section, d, at, s->clauses, limit);
        section.first = fine ? section.first : at;
        if (!fine && !section_solve (&section, before, s->value))
            break;
        at += s->clauses;
    }
    if (section.count)
        section_close (&section);
    return done;
}

void
stretches_clear (struct stretches *path)
{
    VEC_CLEAR (path->stretch);
    arena_clear (&path->arena);
}

bool
certificate_stretches (const struct horn *h, const struct stretches *path,
                       uint64_t limit, struct outcome *o)
{
    assert (path->stretch.size);
    struct vec_index clause = {0};
    struct derivation d;
    for (size_t i = 0; i < path->stretch.size; i++)
        for (size_t k = 0; k < path->stretch.at[i].clauses; k++)
            VEC_PUSH (clause, path->stretch.at[i].clause[k]);
    bool fine = false;
    if (!derivation_open (&d, h, clause.at, clause.size))
        outcome_unknown (o, "the counterexample is no derivation");
    else {
        size_t done = follow_all (&d, path, limit);
        fine = done == path->stretch.size;
        if (fine)
            derivation_write (&d, o);
        derivation_close (&d);
        if (!fine && clause.size <= WHOLE_MOST)
            fine = certificate_derivation (h, clause.at, clause.size, limit, o);
        else if (!fine)
            outcome_unknown (o,
                             "no values were found after %zu of %zu "
                             "transitions of the counterexample",
                             done, path->stretch.size);
    }
    VEC_CLEAR (clause);
    return fine;
}
