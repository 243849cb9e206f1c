/* derivation.c -- a derivation from the user's own clauses, with values.
 *
 * It is put together from the clauses as they were read, not from the
 * transition system, so what preprocessing did to that cannot show here.  Each
 * step's constraint is evaluated by ourselves before it is written. */
#include "cegar/system/derivation.h"

#include <assert.h>

#include "logic/term/sort.h"

/* ---- the shape */

/* Finds the steps that derive the body of step `i`, last ones of `open`; false: they
 * derive something else. */
static bool
step_connect (struct derivation *d, size_t i, struct vec_index *open)
{
    struct step *s = &d->step[i];
    const struct clause *c = step_clause (d, s);
    size_t atoms = clause_atoms (c);
    if (atoms > open->size || (c->head == HORN_NONE && i + 1 < d->steps))
        return false;
    open->size -= atoms;
    s->from = arena_new (&d->arena, (atoms + 1) * sizeof *s->from);
    for (size_t k = 0; k < atoms; k++) {
        s->from[k] = open->at[open->size + k];
        if (step_clause (d, &d->step[s->from[k]])->head
            != clause_atom (c, k).relation)
            return false;
    }
    VEC_PUSH (*open, (uint32_t) i);
    return true;
}

const struct clause *
step_clause (const struct derivation *d, const struct step *s)
{
    assert (s->clause < d->horn->clause.size);
    return &d->horn->clause.at[s->clause];
}

size_t
step_args (const struct derivation *d, const struct step *s)
{
    uint32_t head = step_clause (d, s)->head;
    return head == HORN_NONE ? 0 : d->horn->relation.at[head].args;
}

bool
derivation_open (struct derivation *d, const struct horn *h,
                 const uint32_t *clause, size_t clauses)
{
    for (size_t i = 0; i < clauses; i++)
        if (clause[i] >= h->clause.size)
            return false;
    *d = (struct derivation) {.horn = h, .steps = clauses};
    arena_init (&d->arena);
    d->reading = NEW_ARRAY (struct reading, h->clause.size);
    d->step = NEW_ARRAY (struct step, clauses);
    struct vec_index open = {0};
    bool fine = clauses > 0;
    for (size_t i = 0; i < clauses && fine; i++) {
        struct step *s = &d->step[i];
        s->clause = clause[i];
        fine = step_connect (d, i, &open);
        size_t vars = step_clause (d, s)->vars.size, args = step_args (d, s);
        s->value = arena_new (&d->arena, (vars + args + 1) * sizeof *s->value);
        s->fact = s->value + vars;
    }
    fine = fine && open.size == 1
           && step_clause (d, &d->step[clauses - 1])->head == HORN_NONE;
    VEC_CLEAR (open);
    if (!fine)
        derivation_close (d);
    return fine;
}

void
derivation_close (struct derivation *d)
{
    for (size_t i = 0; i < d->horn->clause.size; i++)
        if (d->reading[i].ready) {
            map_clear (&d->reading[i].index);
            VEC_CLEAR (d->reading[i].conjunct);
        }
    memory_free (d->reading);
    memory_free (d->step);
    arena_clear (&d->arena);
}

/* ---- values */

/* A division by zero has no value: nothing may rest on one. */
static bool
divides (terms *t, const term *e)
{
    return term_has_op (t, e, OP_IDIV) || term_has_op (t, e, OP_MOD)
           || term_has_op (t, e, OP_DIVIDE);
}

const struct reading *
derivation_reading (struct derivation *d, uint32_t clause)
{
    assert (clause < d->horn->clause.size);
    struct reading *r = &d->reading[clause];
    const struct clause *c = &d->horn->clause.at[clause];
    if (r->ready)
        return r;
    r->ready = true;
    r->divides = divides (d->horn->terms, c->constraint);
    map_init (&r->index);
    for (size_t i = 0; i < c->vars.size; i++)
        map_put (&r->index, map_number (c->vars.at[i]->id), i);
    term_conjuncts (d->horn->terms, c->constraint, &r->conjunct);
    return r;
}

const term *
value_default (terms *t, const sort *kind)
{
    switch (kind->kind) {
    case SORT_BOOL:
        return term_false (t);
    case SORT_INT:
    case SORT_REAL:
        return term_number (t, kind, "0");
    case SORT_BV:
        return term_bits (t, kind->width, "0");
    case SORT_ARRAY: {
        const term *element = value_default (t, kind->element);
        return element ? term_const_array (t, kind, element) : NULL;
    }
    case SORT_NAMED:
        return NULL;
    }
    return NULL;
}

struct derivation_look {
    const struct reading *reading;
    const struct step *step;
};

static const term *
step_lookup (void *context, const term *var)
{
    const struct derivation_look *l = context;
    const uint64_t *at = map_get (&l->reading->index, map_number (var->id));
    assert (l->reading->ready);
    return at ? l->step->value[*at] : NULL;
}

const term *
step_evaluate (struct derivation *d, const struct step *s, const term *e)
{
    struct derivation_look l = {derivation_reading (d, s->clause), s};
    return term_evaluate (d->horn->terms, e, step_lookup, &l);
}

bool
step_finish (struct derivation *d, struct step *s,
             const term *(*other) (void *, const term *), void *context)
{
    terms *t = d->horn->terms;
    const struct clause *c = step_clause (d, s);
    const struct reading *r = derivation_reading (d, s->clause);
    for (size_t i = 0; i < c->vars.size; i++)
        if (!s->value[i])
            return false;
    const term *holds = step_evaluate (d, s, c->constraint);
    if (holds ? term_is_false (holds) : r->divides || !other)
        return false;
    size_t args = step_args (d, s);
    for (size_t i = 0; i < args; i++) {
        const term *arg = c->head_arg[i];
        s->fact[i] = step_evaluate (d, s, arg);
        if (!s->fact[i] && other && !divides (t, arg))
            s->fact[i] = other (context, arg);
        if (!s->fact[i])
            return false;
    }
    return true;
}

/* ---- by a solver, a section at once */

static const term *
section_term (const struct section *x, size_t i, const term *e)
{
    const struct derivation *d = x->derivation;
    const struct clause *c = step_clause (d, &d->step[x->first + i]);
    return term_substitute (d->horn->terms, e, c->vars.at, x->var[i].at,
                            x->var[i].size);
}

/* A section begins behind one step at most (of a path). */
static void
section_link (struct section *x, size_t i)
{
    assert (i < x->count);
    const struct derivation *d = x->derivation;
    const struct step *s = &d->step[x->first + i];
    const struct clause *c = step_clause (d, s);
    for (size_t a = 0; a < clause_atoms (c); a++) {
        if (s->from[a] < x->first)
            continue;
        const struct step *before = &d->step[s->from[a]];
        for (size_t k = 0; k < step_args (d, before); k++)
            solver_assert (
                x->solver,
                term_eq (d->horn->terms,
                         section_term (x, s->from[a] - x->first,
                                       step_clause (d, before)->head_arg[k]),
                         section_term (x, i, clause_atom (c, a).arg[k])));
    }
}

void
section_open (struct section *x, struct derivation *d, size_t first,
              size_t count, uint64_t limit)
{
    terms *t = d->horn->terms;
    assert (count && first + count <= d->steps);
    *x = (struct section) {.derivation = d, .first = first, .count = count};
    x->var = NEW_ARRAY (struct term_vec, count);
    for (size_t i = 0; i < count; i++) {
        const struct clause *c = step_clause (d, &d->step[first + i]);
        for (size_t k = 0; k < c->vars.size; k++)
            VEC_PUSH (x->var[i],
                      term_fresh (t, c->name[k], c->vars.at[k]->sort));
    }
    struct solver_options options = {
        .limit = limit, .bits = d->horn->has_bits && !d->horn->has_arrays};
    x->solver = solver_new (t, &options);
    for (size_t i = 0; i < count; i++) {
        const struct clause *c = step_clause (d, &d->step[first + i]);
        solver_assert (x->solver, section_term (x, i, c->constraint));
        section_link (x, i);
    }
}

void
section_close (struct section *x)
{
    solver_free (x->solver);
    for (size_t i = 0; i < x->count; i++)
        VEC_CLEAR (x->var[i]);
    memory_free (x->var);
}

bool
section_fits (const struct section *x, size_t first, size_t count)
{
    assert (first + count <= x->derivation->steps);
    const struct step *step = x->derivation->step;
    bool fits = count == x->count;
    for (size_t i = 0; fits && i < count; i++)
        fits = step[x->first + i].clause == step[first + i].clause;
    return fits;
}

static void
section_ends (struct section *x, const term *const *before,
              const term *const *after)
{
    const struct derivation *d = x->derivation;
    terms *t = d->horn->terms;
    const struct step *begin = &d->step[x->first];
    const struct step *end = begin + x->count - 1;
    const struct clause *c = step_clause (d, begin);
    size_t args = c->body == HORN_NONE ? 0 : d->horn->relation.at[c->body].args;
    for (size_t k = 0; before && k < args; k++)
        if (before[k])
            solver_assert (
                x->solver,
                term_eq (t, section_term (x, 0, c->body_arg[k]), before[k]));
    c = step_clause (d, end);
    for (size_t k = 0; after && k < step_args (d, end); k++)
        if (after[k])
            solver_assert (
                x->solver,
                term_eq (t, section_term (x, x->count - 1, c->head_arg[k]),
                         after[k]));
}

struct ask {
    const struct section *section;
    size_t at;
};

static const term *
section_ask (void *context, const term *e)
{
    const struct ask *a = context;
    return solver_value (a->section->solver,
                         section_term (a->section, a->at, e));
}

static bool
section_take (struct section *x)
{
    struct derivation *d = x->derivation;
    for (size_t i = 0; i < x->count; i++) {
        struct step *s = &d->step[x->first + i];
        for (size_t k = 0; k < x->var[i].size; k++) {
            const term *var = x->var[i].at[k];
            s->value[k] = solver_value (x->solver, var);
            if (!s->value[k])
                s->value[k] = value_default (d->horn->terms, var->sort);
        }
        if (!step_finish (d, s, section_ask, &(struct ask) {x, i}))
            return false;
    }
    return true;
}

bool
section_solve (struct section *x, const term *const *before,
               const term *const *after)
{
    bool ends = before || after;
    if (ends) {
        solver_push (x->solver);
        section_ends (x, before, after);
    }
    bool fine =
        solver_check (x->solver, NULL, 0) == SOLVER_SAT && section_take (x);
    if (ends)
        solver_pop (x->solver);
    return fine;
}

bool
certificate_derivation (const struct horn *h, const uint32_t *clause,
                        size_t clauses, uint64_t limit, struct outcome *o)
{
    struct derivation d;
    if (!derivation_open (&d, h, clause, clauses)) {
        outcome_unknown (o, "the counterexample is no derivation");
        return false;
    }
    struct section all;
    section_open (&all, &d, 0, clauses, limit);
    bool fine = section_solve (&all, NULL, NULL);
    section_close (&all);
    if (fine)
        derivation_write (&d, o);
    else
        outcome_unknown (o,
                         "the counterexample of %zu clauses has no model "
                         "within the limit, or none that can be written",
                         clauses);
    derivation_close (&d);
    return fine;
}
