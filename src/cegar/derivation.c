/* derivation.c -- a path of the user's own clauses, with values.
 *
 * The path is put together from the clauses as they were read, not from the
 * transition system, so what preprocessing did to that cannot show here. Values
 * come from one fresh solver; each step's constraint is then evaluated by
 * ourselves before it is written. */
#include "cegar/certificate.h"

#include <string.h>

#include "base/map.h"
#include "logic/solver.h"
#include "logic/sort.h"

enum { MANY_VALUES = 8 }; /* a longer list is cut to what changed */

struct step {
    const struct clause *clause;
    struct term_vec var;   /* the clause's variables, of this step only */
    struct term_vec value; /* theirs */
    struct term_vec fact;  /* values of the head's arguments */
    struct map index;      /* clause variable's id -> its position */
};

struct path {
    const struct horn *horn;
    struct step *step;
    size_t steps;
    solver *solver;
};

/* ---- the path as a formula */

static bool
path_connected (const struct horn *h, const uint32_t *clause, size_t clauses)
{
    uint32_t at = HORN_NONE;
    for (size_t i = 0; i < clauses; i++) {
        if (clause[i] >= h->clause.size || h->clause.at[clause[i]].body != at
            || (i && at == HORN_NONE))
            return false;
        at = h->clause.at[clause[i]].head;
    }
    return clauses && at == HORN_NONE;
}

static void
path_open (struct path *p, const uint32_t *clause, size_t clauses)
{
    p->steps = clauses;
    p->step = NEW_ARRAY (struct step, clauses);
    for (size_t i = 0; i < clauses; i++) {
        struct step *s = &p->step[i];
        s->clause = &p->horn->clause.at[clause[i]];
        map_init (&s->index);
        for (size_t k = 0; k < s->clause->vars.size; k++) {
            const term *var = s->clause->vars.at[k];
            map_put (&s->index, map_number (var->id), k);
            VEC_PUSH (s->var, term_fresh (p->horn->terms, s->clause->name[k],
                                          var->sort));
        }
    }
}

static void
path_close (struct path *p)
{
    if (p->solver)
        solver_free (p->solver);
    for (size_t i = 0; i < p->steps; i++) {
        VEC_CLEAR (p->step[i].var);
        VEC_CLEAR (p->step[i].value);
        VEC_CLEAR (p->step[i].fact);
        map_clear (&p->step[i].index);
    }
    memory_free (p->step);
}

static const term *
step_term (const struct path *p, const struct step *s, const term *e)
{
    return term_substitute (p->horn->terms, e, s->clause->vars.at, s->var.at,
                            s->var.size);
}

static bool
path_solve (struct path *p, uint64_t limit)
{
    terms *t = p->horn->terms;
    struct solver_options options = {
        .limit = limit, .bits = p->horn->has_bits && !p->horn->has_arrays};
    p->solver = solver_new (t, &options);
    for (size_t i = 0; i < p->steps; i++) {
        const struct step *s = &p->step[i];
        solver_assert (p->solver, step_term (p, s, s->clause->constraint));
        if (i == 0)
            continue;
        const struct step *before = &p->step[i - 1];
        size_t args = p->horn->relation.at[s->clause->body].args;
        for (size_t k = 0; k < args; k++)
            solver_assert (
                p->solver,
                term_eq (t, step_term (p, before, before->clause->head_arg[k]),
                         step_term (p, s, s->clause->body_arg[k])));
    }
    return solver_check (p->solver, NULL, 0) == SOLVER_SAT;
}

/* ---- values */

/* Some value, for what nothing depends on; null if the sort has none to write.
 */
static const term *
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

static const term *
step_lookup (void *context, const term *var)
{
    const struct step *s = context;
    const uint64_t *at = map_get (&s->index, map_number (var->id));
    return at ? s->value.at[*at] : NULL;
}

/* A division by zero has no value: nothing may rest on one. */
static bool
divides (terms *t, const term *e)
{
    return term_has_op (t, e, OP_IDIV) || term_has_op (t, e, OP_MOD)
           || term_has_op (t, e, OP_DIVIDE);
}

static bool
step_evaluate (const struct path *p, struct step *s)
{
    terms *t = p->horn->terms;
    for (size_t i = 0; i < s->var.size; i++) {
        const term *value = solver_value (p->solver, s->var.at[i]);
        if (!value)
            value = value_default (t, s->var.at[i]->sort);
        if (!value)
            return false;
        VEC_PUSH (s->value, value);
    }
    const term *holds =
        term_evaluate (t, s->clause->constraint, step_lookup, s);
    if (holds ? term_is_false (holds) : divides (t, s->clause->constraint))
        return false;
    if (s->clause->head == HORN_NONE)
        return true;
    size_t args = p->horn->relation.at[s->clause->head].args;
    for (size_t i = 0; i < args; i++) {
        const term *arg = s->clause->head_arg[i];
        const term *value = term_evaluate (t, arg, step_lookup, s);
        if (!value && !divides (t, arg))
            value = solver_value (p->solver, step_term (p, s, arg));
        if (!value)
            return false;
        VEC_PUSH (s->fact, value);
    }
    return true;
}

/* ---- text */

static void
print_symbol (const struct horn *h, struct text *out, const char *name)
{
    term_print (out, term_var (h->terms, name, sort_bool (h->terms)));
}

static void
step_write (const struct horn *h, const struct step *s, struct text *out)
{
    text_print (out, "(step :assertion %u :values (", s->clause->assertion);
    for (size_t i = 0; i < s->value.size; i++) {
        text_add (out, i ? " (" : "(");
        print_symbol (h, out, s->clause->name[i]);
        text_char (out, ' ');
        term_print (out, s->value.at[i]);
        text_char (out, ')');
    }
    text_add (out, ") :fact ");
    if (s->clause->head == HORN_NONE)
        text_add (out, "false");
    else {
        if (s->fact.size)
            text_char (out, '(');
        print_symbol (h, out, h->relation.at[s->clause->head].name);
        for (size_t i = 0; i < s->fact.size; i++) {
            text_char (out, ' ');
            term_print (out, s->fact.at[i]);
        }
        if (s->fact.size)
            text_char (out, ')');
    }
    text_add (out, ")\n");
}

static const term *
step_named (const struct step *s, const char *name)
{
    for (size_t i = 0; i < s->value.size; i++)
        if (strcmp (s->clause->name[i], name) == 0)
            return s->value.at[i];
    return NULL;
}

/* `x = 1, y = -2`; of a long list only what `before` has not, or otherwise. */
static char *
step_values (const struct step *s, const struct step *before)
{
    struct text out;
    text_init (&out);
    for (size_t i = 0; i < s->value.size; i++) {
        const char *name = s->clause->name[i];
        if (before && s->value.size > MANY_VALUES
            && step_named (before, name) == s->value.at[i])
            continue;
        text_print (&out, "%s%s = ", out.size ? ", " : "", name);
        if (s->value.at[i]->op == OP_NUMBER)
            text_add (&out, s->value.at[i]->text);
        else
            term_print (&out, s->value.at[i]);
    }
    return text_take (&out);
}

static char *
step_what (const struct horn *h, const struct step *s)
{
    const struct clause *c = s->clause;
    struct text out;
    text_init (&out);
    if (c->body == HORN_NONE && c->head == HORN_NONE)
        text_add (&out, "query");
    else if (c->body == HORN_NONE)
        text_print (&out, "fact %s", h->relation.at[c->head].name);
    else if (c->head == HORN_NONE)
        text_print (&out, "query of %s", h->relation.at[c->body].name);
    else
        text_print (&out, "%s -> %s", h->relation.at[c->body].name,
                    h->relation.at[c->head].name);
    return text_take (&out);
}

static char *
step_place (const struct horn *h, const struct step *s)
{
    struct place at = s->clause->place;
    const char *file = at.file ? at.file : h->file;
    if (!file || !at.line)
        return file ? memory_string (file) : NULL;
    struct text out;
    text_init (&out);
    text_print (&out, "%s:%u:%u", file, at.line, at.column);
    return text_take (&out);
}

static void
path_write (const struct path *p, struct outcome *o)
{
    struct text out;
    text_init (&out);
    for (size_t i = 0; i < p->steps; i++) {
        const struct step *s = &p->step[i];
        step_write (p->horn, s, &out);
        struct outcome_step shown = {
            .place = step_place (p->horn, s),
            .what = step_what (p->horn, s),
            .values = step_values (s, i ? &p->step[i - 1] : NULL)};
        VEC_PUSH (o->trace, shown);
    }
    assert (!o->derivation);
    o->derivation = text_take (&out);
}

bool
certificate_derivation (const struct horn *h, const uint32_t *clause,
                        size_t clauses, uint64_t limit, struct outcome *o)
{
    if (!path_connected (h, clause, clauses)) {
        outcome_unknown (o, "the counterexample is no path of clauses");
        return false;
    }
    struct path p = {.horn = h};
    path_open (&p, clause, clauses);
    bool fine = path_solve (&p, limit);
    if (!fine)
        outcome_unknown (o,
                         "the counterexample of %zu clauses has no model "
                         "within the limit",
                         clauses);
    for (size_t i = 0; fine && i < clauses; i++) {
        fine = step_evaluate (&p, &p.step[i]);
        if (!fine)
            outcome_unknown (o,
                             "step %zu of the counterexample has no values "
                             "that can be written",
                             i + 1);
    }
    if (fine)
        path_write (&p, o);
    path_close (&p);
    return fine;
}
