/* from_program_terms.c -- the program's terms in the store of the clauses.
 *
 * Horn clauses have no functions but those of the logic.  An application of an
 * unknown function and a quantified formula are therefore arbitrary values: the
 * clauses then allow more than the program, never less. */
#include <stdlib.h>
#include <string.h>

#include "logic/term/sort.h"
#include "horn/from_program_internal.h"

static void
vocabulary_variables (struct vocabulary *v, const struct vec_variable *from)
{
    for (size_t i = 0; i < from->size; i++)
        VEC_PUSH (v->variable, from->at[i].term);
}

void
vocabulary_init (struct vocabulary *v, const struct program *p,
                 const struct procedure *q, struct horn *h)
{
    *v = (struct vocabulary) {
        .program = p, .procedure = q, .terms = h->terms, .arena = &h->arena};
    names_init (&v->names);
    for (size_t i = 0; i < p->constant.size; i++)
        VEC_PUSH (v->variable, p->constant.at[i].term);
    vocabulary_variables (v, &p->global);
    vocabulary_variables (v, &q->in);
    vocabulary_variables (v, &q->out);
    vocabulary_variables (v, &q->local);
    VEC_ROOM (v->fresh, v->variable.size + 1);
    v->fresh.size = v->variable.size;
    memset (v->fresh.at, 0, v->fresh.room * sizeof *v->fresh.at);
    for (size_t i = 0; i < v->variable.size; i++) {
        const term *of = v->variable.at[i];
        const term *sample = term_copy (h->terms, of);
        const term *own =
            term_var (h->terms, names_take (&v->names, of->text), sample->sort);
        VEC_PUSH (v->own, own);
        *term_map_at (&v->number, of, NULL) = i + 1;
        *term_map_at (&v->own_number, own, NULL) = i + 1;
    }
}

void
vocabulary_clear (struct vocabulary *v)
{
    for (size_t i = 0; i < v->fresh.size; i++)
        VEC_CLEAR (v->fresh.at[i]);
    VEC_CLEAR (v->fresh);
    VEC_CLEAR (v->variable);
    VEC_CLEAR (v->own);
    VEC_CLEAR (v->ready);
    VEC_CLEAR (v->stand_in);
    term_map_clear (&v->number);
    term_map_clear (&v->own_number);
    term_map_clear (&v->ready_at);
    term_map_clear (&v->stand_in_at);
    term_map_clear (&v->arbitrary);
    names_clear (&v->names);
}

uint32_t
vocabulary_number (const struct vocabulary *v, const term *variable)
{
    const uintptr_t *found = term_map_get (&v->number, variable);
    assert (found);
    return (uint32_t) (*found - 1);
}

const term *
vocabulary_fresh (struct vocabulary *v, uint32_t variable, size_t n)
{
    assert (variable < v->fresh.size);
    struct term_vec *all = &v->fresh.at[variable];
    const term *own = v->own.at[variable];
    while (all->size <= n)
        VEC_PUSH (*all, term_var (v->terms, names_number (&v->names, own->text),
                                  own->sort));
    return all->at[n];
}

/* ---- making terms ready */

static const term *
arbitrary_value (struct vocabulary *v, const term *definition)
{
    uintptr_t *at = term_map_at (&v->arbitrary, definition, NULL);
    if (!*at) {
        const char *hint = definition->text ? definition->text : "any";
        *at = (uintptr_t) term_var (v->terms, names_number (&v->names, hint),
                                    definition->sort);
    }
    return (const term *) *at;
}

static bool
is_arbitrary (const term *t)
{
    return t->op == OP_APPLY || t->op == OP_FORALL || t->op == OP_EXISTS;
}

static int
number_compare (const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
    return (x > y) - (x < y);
}

/* Sets `variable` to the numbers of variables below; stand-ins count as what
 * they are about. */
static uint32_t
variables_of (struct vocabulary *v, const term *t, uint32_t **variable)
{
    struct term_vec free = {0};
    struct numbers all = {0};
    term_variables (v->terms, t, &free);
    for (size_t i = 0; i < free.size; i++) {
        const uintptr_t *number = term_map_get (&v->own_number, free.at[i]);
        const uintptr_t *stand_in = term_map_get (&v->stand_in_at, free.at[i]);
        if (number)
            VEC_PUSH (all, (uint32_t) (*number - 1));
        else if (stand_in) {
            const struct stand_in *s = &v->stand_in.at[*stand_in - 1];
            for (uint32_t k = 0; k < s->variables; k++)
                VEC_PUSH (all, s->variable[k]);
        }
    }
    if (all.size)
        qsort (all.at, all.size, sizeof *all.at, number_compare);
    size_t count = 0;
    for (size_t i = 0; i < all.size; i++)
        if (!i || all.at[i] != all.at[i - 1])
            all.at[count++] = all.at[i];
    *variable = arena_new (v->arena, (count + 1) * sizeof **variable);
    if (count)
        memcpy (*variable, all.at, count * sizeof **variable);
    VEC_CLEAR (free);
    VEC_CLEAR (all);
    return (uint32_t) count;
}

static const term *
stand_in_new (struct vocabulary *v, const term *definition,
              struct numbers *used)
{
    const char *hint = definition->text ? definition->text : "any";
    struct stand_in s = {.definition = definition};
    s.var =
        term_var (v->terms, names_number (&v->names, hint), definition->sort);
    s.variables = variables_of (v, definition, &s.variable);
    VEC_PUSH (v->stand_in, s);
    *term_map_at (&v->stand_in_at, s.var, NULL) = v->stand_in.size;
    VEC_PUSH (*used, (uint32_t) v->stand_in.size - 1);
    return s.var;
}

/* The same term over other arguments. */
static const term *
term_with (terms *store, const term *t, const term *const *arg)
{
    bool same = true;
    for (uint32_t i = 0; i < t->args && same; i++)
        same = t->arg[i] == arg[i];
    if (same)
        return t;
    if (t->op == OP_APPLY)
        return term_apply (store, t->text, t->sort, arg, t->args);
    if (t->op == OP_CONST_ARRAY)
        return term_const_array (store, t->sort, arg[0]);
    return term_make (store, t->op, arg, t->args, t->index[0], t->index[1]);
}

struct stand_look {
    const term *term;
    uint32_t next;
};

/* Replaces all that is arbitrary, quantifiers from outside. */
static const term *
stand_in_all (struct vocabulary *v, const term *root, struct numbers *used)
{
    struct term_map done = {0};
    struct VEC (struct stand_look) stack = {0};
    VEC_PUSH (stack, ((struct stand_look) {root, 0}));
    while (stack.size) {
        struct stand_look *top = &VEC_LAST (stack);
        const term *t = top->term;
        bool leaf = t->op == OP_FORALL || t->op == OP_EXISTS;
        if (!leaf && top->next < t->args) {
            const term *arg = t->arg[top->next++];
            if (!term_map_get (&done, arg))
                VEC_PUSH (stack, ((struct stand_look) {arg, 0}));
            continue;
        }
        stack.size--;
        bool added;
        term_map_at (&done, t, &added);
        if (!added)
            continue;
        const term **arg = NEW_ARRAY (const term *, t->args + 1);
        for (uint32_t i = 0; i < t->args; i++)
            arg[i] = leaf ? t->arg[i]
                          : (const term *) *term_map_get (&done, t->arg[i]);
        const term *made = term_with (v->terms, t, arg);
        if (is_arbitrary (made))
            made = stand_in_new (v, made, used);
        *term_map_at (&done, t, NULL) = (uintptr_t) made;
        memory_free (arg);
    }
    const term *result = (const term *) *term_map_get (&done, root);
    term_map_clear (&done);
    VEC_CLEAR (stack);
    return result;
}

/* The program's names become ours: two variables of one name but different
 * sorts, or names that SMT-LIB has, are told apart.  A function without
 * parameters looks like a variable that nobody declared. */
static const term *
renamed (struct vocabulary *v, const term *t)
{
    struct term_vec free = {0}, from = {0}, to = {0};
    term_variables (v->program->terms, t, &free);
    for (size_t i = 0; i < free.size; i++) {
        const uintptr_t *number = term_map_get (&v->number, free.at[i]);
        const term *copy = term_copy (v->terms, free.at[i]);
        const term *own =
            number ? v->own.at[*number - 1] : arbitrary_value (v, copy);
        if (own != copy) {
            VEC_PUSH (from, copy);
            VEC_PUSH (to, own);
        }
    }
    const term *result = term_copy (v->terms, t);
    if (from.size)
        result = term_substitute (v->terms, result, from.at, to.at, from.size);
    VEC_CLEAR (free);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return result;
}

const struct ready *
vocabulary_ready (struct vocabulary *v, const term *t)
{
    uintptr_t *at = term_map_at (&v->ready_at, t, NULL);
    if (*at)
        return &v->ready.at[*at - 1];
    *at = v->ready.size + 1;
    struct ready r = {.term = renamed (v, t)};
    struct numbers used = {0};
    if (term_has_op (v->terms, r.term, OP_APPLY)
        || term_has_op (v->terms, r.term, OP_FORALL)
        || term_has_op (v->terms, r.term, OP_EXISTS))
        r.term = stand_in_all (v, r.term, &used);
    r.variables = variables_of (v, r.term, &r.variable);
    if (used.size) {
        r.stand_ins = (uint32_t) used.size;
        r.stand_in =
            arena_copy (v->arena, used.at, used.size * sizeof *used.at);
    }
    VEC_CLEAR (used);
    VEC_PUSH (v->ready, r);
    return &VEC_LAST (v->ready);
}

/* ---- values */

static const term *
with_values (struct vocabulary *v, const term *t, const uint32_t *variable,
             uint32_t variables, const term *const *value,
             struct term_vec *from, struct term_vec *to)
{
    size_t kept = from->size;
    for (uint32_t i = 0; i < variables; i++) {
        const term *own = v->own.at[variable[i]];
        if (value[variable[i]] != own) {
            VEC_PUSH (*from, own);
            VEC_PUSH (*to, value[variable[i]]);
        }
    }
    if (from->size)
        t = term_substitute (v->terms, t, from->at, to->at, from->size);
    from->size = to->size = kept;
    return t;
}

const term *
vocabulary_value (struct vocabulary *v, const term *t, const term *const *value)
{
    struct ready r = *vocabulary_ready (v, t);
    struct term_vec from = {0}, to = {0};
    for (uint32_t i = 0; i < r.stand_ins; i++) {
        const struct stand_in *s = &v->stand_in.at[r.stand_in[i]];
        const term *definition = with_values (v, s->definition, s->variable,
                                              s->variables, value, &from, &to);
        const term *var = s->var;
        /* Substitution may have decided a quantified formula. */
        const term *is = is_arbitrary (definition)
                             ? arbitrary_value (v, definition)
                             : definition;
        VEC_PUSH (from, var);
        VEC_PUSH (to, is);
    }
    const term *result =
        with_values (v, r.term, r.variable, r.variables, value, &from, &to);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return result;
}
