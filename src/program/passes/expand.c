/* expand.c -- functions with a meaning are replaced by it.
 *
 * Functions are treated callees first, so a body that is put in has nothing
 * left to replace.  Every term is rewritten once, bottom-up, whatever the
 * number of places where it stands.
 *
 * Names.  Parameters are replaced by term_substitute, which renames what would
 * capture.  The other way round, a quantifier around an application may bind a
 * variable of the same name as a constant in the function's body: such
 * quantifiers are renamed first. */
#include <assert.h>
#include <string.h>

#include "logic/term/map.h"
#include "logic/term/store.h"
#include "program/components.h"
#include "program/operator.h"
#include "program/passes/passes.h"

/* A body with more nodes stays an application, with an axiom. */
enum { BODY_MOST = 2000 };
/* This many unique constants of a sort are told apart pairwise. */
enum { UNIQUE_PAIRS = 8 };

struct macro {
    const term **parameter;
    const term *body; /* null: the application stays */
    bool used;
};

struct passes_expand_expansion {
    struct program *program;
    struct map function;               /* name to index */
    struct macro *macro;               /* per function */
    struct term_map binding;           /* constants that bodies mention */
    struct term_map renamed, expanded; /* memo of both rewritings */
    struct term_vec arg;
    struct problem *problem;
};

static struct macro *
macro_find (const struct passes_expand_expansion *e, const term *t,
            uint32_t *index)
{
    if (t->op != OP_APPLY)
        return NULL;
    uint64_t *at = map_get (&e->function, digest_string (t->text));
    if (!at)
        return NULL;
    *index = (uint32_t) *at;
    return &e->macro[*index];
}

/* ---- rewriting */

typedef const term *rewriter (struct passes_expand_expansion *, const term *,
                              const term *const *arg);

static const term *
term_rewrite (struct passes_expand_expansion *e, struct term_map *memo,
              rewriter *node, const term *root)
{
    uintptr_t *known = term_map_get (memo, root);
    if (known)
        return (const term *) *known;
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&root, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *t = order.at[i];
        if (term_map_get (memo, t))
            continue;
        e->arg.size = 0;
        for (uint32_t j = 0; j < t->args; j++)
            VEC_PUSH (e->arg, (const term *) *term_map_get (memo, t->arg[j]));
        const term *made = node (e, t, e->arg.at);
        assert (made->sort == t->sort);
        *term_map_at (memo, t, NULL) = (uintptr_t) made;
    }
    const term *result = (const term *) *term_map_get (memo, root);
    term_map_clear (&place);
    VEC_CLEAR (order);
    return result;
}

static const term *
node_same (struct passes_expand_expansion *e, const term *t,
           const term *const *arg)
{
    for (uint32_t i = 0; i < t->args; i++)
        if (arg[i] != t->arg[i])
            return term_rebuild (e->program->terms, t, arg);
    return t;
}

/* A quantifier that binds what a body may mention binds something else. */
static const term *
node_rename (struct passes_expand_expansion *e, const term *t,
             const term *const *arg)
{
    t = node_same (e, t, arg);
    if (t->op != OP_FORALL && t->op != OP_EXISTS)
        return t;
    terms *store = e->program->terms;
    struct term_vec from = {0}, to = {0}, part = {0};
    size_t bounds = term_bounds (t);
    for (size_t i = 0; i < bounds; i++)
        if (term_map_get (&e->binding, t->arg[i])) {
            VEC_PUSH (from, t->arg[i]);
            VEC_PUSH (to, term_fresh (store, t->arg[i]->text, t->arg[i]->sort));
        }
    for (size_t i = 0; from.size && i < t->args; i++)
        VEC_PUSH (part, term_substitute (store, t->arg[i], from.at, to.at,
                                         from.size));
    if (from.size)
        t = term_quantify_with (store, t->op, part.at, bounds, part.at + bounds,
                                t->args - 1 - bounds, VEC_LAST (part));
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    VEC_CLEAR (part);
    return t;
}

static const term *
node_expand (struct passes_expand_expansion *e, const term *t,
             const term *const *arg)
{
    uint32_t index;
    const struct macro *m = macro_find (e, t, &index);
    if (!m || !m->body)
        return node_same (e, t, arg);
    assert (e->program->function.at[index].parameters == t->args);
    return term_substitute (e->program->terms, m->body, m->parameter, arg,
                            t->args);
}

static const term *
term_expand (struct passes_expand_expansion *e, const term *t)
{
    t = term_rewrite (e, &e->renamed, node_rename, t);
    return term_rewrite (e, &e->expanded, node_expand, t);
}

/* ---- all terms of a program */

typedef void each_term (struct passes_expand_expansion *, const term **);

static void
variables_each (struct passes_expand_expansion *e, struct vec_variable *list,
                each_term *f)
{
    for (size_t i = 0; i < list->size; i++)
        if (list->at[i].where)
            f (e, &list->at[i].where);
}

static void
statement_each (struct passes_expand_expansion *e, struct statement *s,
                each_term *f)
{
    if (s->term)
        f (e, &s->term);
    for (size_t i = 0; i < s->values; i++)
        f (e, &s->value[i]);
}

static void
procedure_each (struct passes_expand_expansion *e, struct procedure *q,
                each_term *f)
{
    variables_each (e, &q->in, f);
    variables_each (e, &q->out, f);
    variables_each (e, &q->local, f);
    for (size_t i = 0; i < q->spec.size; i++)
        f (e, &q->spec.at[i].term);
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size; j++)
            statement_each (e, &q->block.at[i].statement.at[j], f);
}

static void
terms_each (struct passes_expand_expansion *e, each_term *f)
{
    struct program *p = e->program;
    for (size_t i = 0; i < p->axiom.size; i++)
        f (e, &p->axiom.at[i].term);
    variables_each (e, &p->global, f);
    for (size_t i = 0; i < p->procedure.size; i++)
        procedure_each (e, &p->procedure.at[i], f);
}

static void
term_expand_at (struct passes_expand_expansion *e, const term **t)
{
    *t = term_expand (e, *t);
}

/* ---- functions */

/* Marks the functions that a term applies; `expanded` serves as "seen" here. */
static void
term_mark (struct passes_expand_expansion *e, const term **root)
{
    struct term_vec open = {0};
    VEC_PUSH (open, *root);
    while (open.size) {
        const term *t = VEC_POP (open);
        bool added;
        uint32_t index;
        term_map_at (&e->expanded, t, &added);
        if (!added)
            continue;
        for (uint32_t i = 0; i < t->args; i++)
            VEC_PUSH (open, t->arg[i]);
        struct macro *m = macro_find (e, t, &index);
        if (!m || m->used)
            continue;
        m->used = true;
        if (e->program->function.at[index].body)
            VEC_PUSH (open, e->program->function.at[index].body);
    }
    VEC_CLEAR (open);
}

static void
binding_note (struct passes_expand_expansion *e, const struct function *f)
{
    struct term_vec free = {0};
    term_variables (e->program->terms, f->body, &free);
    for (size_t i = 0; i < free.size; i++) {
        bool own = false;
        for (size_t j = 0; j < f->parameters; j++)
            own |= f->parameter[j] == free.at[i];
        if (!own)
            term_map_at (&e->binding, free.at[i], NULL);
    }
    VEC_CLEAR (free);
}

static void
calls_note (struct passes_expand_expansion *e, struct graph *g, uint32_t at)
{
    const term *body = e->program->function.at[at].body;
    struct term_map place = {0};
    struct term_vec order = {0};
    term_postorder (&body, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        uint32_t index;
        if (macro_find (e, order.at[i], &index))
            graph_edge (g, at, index);
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
}

/* Parameters of our own: those of the text may be equal or without a name. */
static void
parameters_make (struct passes_expand_expansion *e, uint32_t at)
{
    const struct function *f = &e->program->function.at[at];
    struct macro *m = &e->macro[at];
    struct text name;
    text_init (&name);
    m->parameter = arena_new (&e->program->arena,
                              (f->parameters + 1) * sizeof *m->parameter);
    for (size_t i = 0; i < f->parameters; i++) {
        text_reset (&name);
        text_print (&name, "@%zu", i);
        m->parameter[i] = term_var (e->program->terms, text_view (&name),
                                    f->parameter[i]->sort);
    }
    text_clear (&name);
}

static void
definition_add (struct passes_expand_expansion *e, uint32_t at,
                const term *body)
{
    struct function *f = &e->program->function.at[at];
    const struct macro *m = &e->macro[at];
    terms *store = e->program->terms;
    const term *call =
        term_apply (store, f->name, f->result, m->parameter, f->parameters);
    const term *t = term_eq (store, call, body);
    const term *trigger = f->parameters ? term_pattern (store, &call, 1) : NULL;
    if (f->parameters)
        t = term_quantify_with (store, OP_FORALL, m->parameter, f->parameters,
                                &trigger, 1, t);
    VEC_PUSH (e->program->axiom,
              ((struct axiom) {.term = t, .place = f->place}));
    f->body = NULL;
}

/* Callees have been treated.  A function that is recursive, or too large when
 * put in, keeps its name and gets an axiom. */
static void
function_treat (struct passes_expand_expansion *e, uint32_t at, bool recursive)
{
    const struct function *f = &e->program->function.at[at];
    struct macro *m = &e->macro[at];
    const term *body = term_expand (e, f->body);
    body = term_substitute (e->program->terms, body, f->parameter, m->parameter,
                            f->parameters);
    if (recursive || term_size (body) > BODY_MOST)
        definition_add (e, at, body);
    else
        m->body = body;
}

static bool
operator_treat (struct passes_expand_expansion *e, uint32_t at, const char *op)
{
    const struct function *f = &e->program->function.at[at];
    struct macro *m = &e->macro[at];
    m->body = operator_body (e->program, f, op, m->parameter);
    return m->body
           || problem_of_kind (e->problem, PROBLEM_UNSUPPORTED, f->place,
                               "function %s: there is no operator \"%s\" for "
                               "its arguments and result",
                               f->name, op);
}

static bool
functions_treat (struct passes_expand_expansion *e)
{
    struct vec_function *function = &e->program->function;
    struct graph g = {.nodes = (uint32_t) function->size};
    for (uint32_t i = 0; i < function->size; i++)
        if (e->macro[i].used && function->at[i].body) {
            binding_note (e, &function->at[i]);
            calls_note (e, &g, i);
        }
    struct components c;
    components_find (&c, &g);
    bool fine = true;
    for (uint32_t i = 0; i < function->size && fine; i++) {
        uint32_t at = c.order[i];
        const char *op = function_operator (&function->at[at]);
        if (!e->macro[at].used)
            continue;
        parameters_make (e, at);
        if (op)
            fine = operator_treat (e, at, op);
        else if (function->at[at].body)
            function_treat (e, at, c.cyclic[c.of[at]]);
    }
    components_clear (&c);
    graph_clear (&g);
    return fine;
}

/* ---- unique constants */

static const term *
pairs_differ (terms *store, const struct term_vec *list)
{
    struct term_vec part = {0};
    for (size_t i = 0; i < list->size; i++)
        for (size_t j = i + 1; j < list->size; j++)
            VEC_PUSH (part, term_not (store, term_eq (store, list->at[i],
                                                      list->at[j])));
    const term *t = term_and (store, part.at, part.size);
    VEC_CLEAR (part);
    return t;
}

/* unique@n (c) is a number of its own for each constant: linear in them. */
static const term *
numbers_differ (struct program *p, const struct term_vec *list, size_t n)
{
    terms *store = p->terms;
    struct text name;
    text_init (&name);
    text_print (&name, "unique@%zu", n);
    struct function f = {.name = arena_string (&p->arena, text_view (&name)),
                         .result = sort_int (store),
                         .parameters = 1};
    text_clear (&name);
    f.parameter = arena_new (&p->arena, sizeof *f.parameter);
    f.parameter[0] = term_var (store, "@0", list->at[0]->sort);
    VEC_PUSH (p->function, f);
    struct term_vec part = {0};
    for (size_t i = 0; i < list->size; i++) {
        const term *call =
            term_apply (store, f.name, f.result, &list->at[i], 1);
        VEC_PUSH (part, term_eq (store, call, term_int (store, (int64_t) i)));
    }
    const term *t = term_and (store, part.at, part.size);
    VEC_CLEAR (part);
    return t;
}

static void
uniques_add (struct program *p)
{
    bool *done = NEW_ARRAY (bool, p->constant.size + 1);
    for (size_t i = 0; i < p->constant.size; i++) {
        const struct constant *c = &p->constant.at[i];
        if (done[i] || !c->unique)
            continue;
        struct term_vec list = {0};
        for (size_t j = i; j < p->constant.size; j++) {
            const struct constant *d = &p->constant.at[j];
            if (!d->unique || d->term->sort != c->term->sort)
                continue;
            done[j] = true;
            VEC_PUSH (list, d->term);
        }
        if (list.size > 1) {
            const term *t = list.size <= UNIQUE_PAIRS
                                ? pairs_differ (p->terms, &list)
                                : numbers_differ (p, &list, i);
            VEC_PUSH (p->axiom,
                      ((struct axiom) {.term = t, .place = c->place}));
        }
        VEC_CLEAR (list);
    }
    memory_free (done);
}

bool
program_expand (struct program *p, struct problem *problem)
{
    struct passes_expand_expansion e = {
        .program = p,
        .macro = NEW_ARRAY (struct macro, p->function.size + 1),
        .problem = problem};
    map_init (&e.function);
    for (size_t i = 0; i < p->function.size; i++)
        map_put (&e.function, digest_string (p->function.at[i].name), i);
    terms_each (&e, term_mark);
    term_map_clear (&e.expanded);
    bool fine = functions_treat (&e);
    if (fine) {
        terms_each (&e, term_expand_at);
        uniques_add (p);
    }
    memory_free (e.macro);
    map_clear (&e.function);
    term_map_clear (&e.binding);
    term_map_clear (&e.renamed);
    term_map_clear (&e.expanded);
    VEC_CLEAR (e.arg);
    return fine;
}
