/* solve_state.c -- variables and their terms along a path. */
#include "logic/term/store.h"
#include "program/trail/solve_internal.h"

/* A value whose term is deeper gets a name: the solver's and our own walks stay
 * shallow however long the path is. */
enum { PATH_DEPTH = 24 };

void
path_init (struct solve_path *p, const struct trail *trail,
           struct program *program)
{
    *p = (struct solve_path) {
        .trail = trail, .program = program, .terms = program->terms};
    p->scope = NEW_ARRAY (struct term_map, program->procedure.size + 1);
    p->value = NEW_ARRAY (const term *, program->global.size + 1);
    for (size_t i = 0; i < program->global.size; i++) {
        const term *g = program->global.at[i].term;
        *term_map_at (&p->global, g, NULL) = i + 1;
        *term_map_at (&p->old, program_old (program, g), NULL) = i + 1;
        p->value[i] = term_fresh (p->terms, g->text, g->sort);
        VEC_PUSH (p->start_global, p->value[i]);
    }
    p->has_functions = program->function.size > 0;
}

void
solve_path_clear (struct solve_path *p)
{
    while (p->frame.size)
        path_pop (p);
    VEC_CLEAR (p->frame);
    for (size_t i = 0; i < p->program->procedure.size; i++)
        term_map_clear (&p->scope[i]);
    memory_free (p->scope);
    memory_free (p->value);
    term_map_clear (&p->global);
    term_map_clear (&p->old);
    term_map_clear (&p->depth);
    term_map_clear (&p->named);
    VEC_CLEAR (p->start_global);
    VEC_CLEAR (p->start_parameter);
    VEC_CLEAR (p->taken);
    VEC_CLEAR (p->first);
    VEC_CLEAR (p->name);
    VEC_CLEAR (p->hold);
    VEC_CLEAR (p->event);
    VEC_CLEAR (p->application);
}

struct path_frame *
path_top (struct solve_path *p)
{
    assert (p->frame.size);
    return &VEC_LAST (p->frame);
}

const struct procedure *
path_procedure (struct solve_path *p)
{
    return &p->program->procedure.at[path_top (p)->procedure];
}

static void
scope_add (struct term_map *scope, const struct vec_variable *v, size_t *index)
{
    for (size_t i = 0; i < v->size; i++)
        *term_map_at (scope, v->at[i].term, NULL) = ++*index;
}

static const struct term_map *
scope_of (struct solve_path *p, uint32_t procedure)
{
    struct term_map *scope = &p->scope[procedure];
    const struct procedure *q = &p->program->procedure.at[procedure];
    if (!scope->size) {
        size_t index = 0;
        scope_add (scope, &q->in, &index);
        scope_add (scope, &q->out, &index);
        scope_add (scope, &q->local, &index);
    }
    return scope;
}

void
path_push (struct solve_path *p, uint32_t procedure, const term *const *in)
{
    assert (procedure < p->program->procedure.size);
    const struct procedure *q = &p->program->procedure.at[procedure];
    size_t globals = p->program->global.size;
    struct path_frame f = {.procedure = procedure};
    f.value =
        NEW_ARRAY (const term *, q->in.size + q->out.size + q->local.size + 1);
    f.old = NEW_ARRAY (const term *, globals + 1);
    for (size_t i = 0; i < q->in.size; i++)
        f.value[i] = in[i];
    for (size_t i = 0; i < globals; i++)
        f.old[i] = p->value[i];
    VEC_PUSH (p->frame, f);
}

void
path_pop (struct solve_path *p)
{
    struct path_frame f = VEC_POP (p->frame);
    memory_free (f.value);
    memory_free (f.old);
}

/* Where the value of a variable is kept; null: it is a constant. */
static const term **
path_cell (struct solve_path *p, const term *variable)
{
    const uintptr_t *found = NULL;
    if (p->frame.size) {
        struct path_frame *f = path_top (p);
        found = term_map_get (scope_of (p, f->procedure), variable);
        if (found)
            return &f->value[*found - 1];
    }
    if ((found = term_map_get (&p->global, variable)))
        return &p->value[*found - 1];
    if ((found = term_map_get (&p->old, variable)) && p->frame.size)
        return &path_top (p)->old[*found - 1];
    return NULL;
}

/* A local that was never given a value has an arbitrary one. */
const term *
path_get (struct solve_path *p, const term *variable)
{
    const term **cell = path_cell (p, variable);
    if (!cell)
        return variable;
    if (!*cell)
        *cell = term_fresh (p->terms, variable->text, variable->sort);
    return *cell;
}

static size_t
depth_of (const struct solve_path *p, const term *t)
{
    const uintptr_t *found = t->args ? term_map_get (&p->depth, t) : NULL;
    return found ? *found : t->args > 0;
}

void
path_set (struct solve_path *p, const term *variable, const term *value)
{
    const term **cell = path_cell (p, variable);
    assert (cell && variable->sort == value->sort);
    if (depth_of (p, value) > PATH_DEPTH) {
        const term *name = term_fresh (p->terms, variable->text, value->sort);
        VEC_PUSH (p->name, name);
        *term_map_at (&p->named, name, NULL) = (uintptr_t) value;
        value = name;
    }
    *cell = value;
}

/* Every application is remembered with its arguments: what the execution
 * evaluates, a point must say, even if it cancels out in the formula. */
static void
path_applications (struct solve_path *p, const term *t,
                   const struct term_vec *from, const struct term_vec *to)
{
    struct term_vec stack = {0};
    struct term_map seen = {0};
    VEC_PUSH (stack, t);
    while (stack.size) {
        const term *at = VEC_POP (stack);
        bool added;
        term_map_at (&seen, at, &added);
        if (!added || at->op == OP_FORALL || at->op == OP_EXISTS)
            continue;
        if (at->op == OP_APPLY)
            VEC_PUSH (p->application, term_substitute (p->terms, at, from->at,
                                                       to->at, from->size));
        for (uint32_t i = 0; i < at->args; i++)
            VEC_PUSH (stack, at->arg[i]);
    }
    VEC_CLEAR (stack);
    term_map_clear (&seen);
}

/* What was stored where, also behind names: an entry at a constant index is
 * looked for as far as the other ones are constants, but not for ever: a long
 * path may read what was never stored again and again. */
static const term *
path_entry (struct solve_path *p, const term *map, const term *index)
{
    enum { FURTHEST = 2048 };
    const uintptr_t *named;
    for (int i = 0; i < FURTHEST && term_is_constant (index); i++)
        if (map->op == OP_STORE && map->arg[1] != index
            && term_is_constant (map->arg[1]))
            map = map->arg[0];
        else if (map->op == OP_VAR && (named = term_map_get (&p->named, map)))
            map = (const term *) *named;
        else
            break;
    return term_select (p->terms, map, index);
}

/* term_substitute of a term without binders, with path_entry for entries. */
static const term *
path_substitute (struct solve_path *p, const term *t,
                 const struct term_vec *from, const struct term_vec *to)
{
    struct term_map place = {0}, is = {0};
    struct term_vec order = {0}, made = {0}, arg = {0};
    for (size_t i = 0; i < from->size; i++)
        *term_map_at (&is, from->at[i], NULL) = (uintptr_t) to->at[i];
    term_postorder (&t, 1, &place, &order);
    for (size_t i = 0; i < order.size; i++) {
        const term *old = order.at[i];
        const uintptr_t *now = term_map_get (&is, old);
        arg.size = 0;
        for (uint32_t k = 0; k < old->args; k++)
            VEC_PUSH (arg, made.at[*term_map_get (&place, old->arg[k])]);
        VEC_PUSH (made, now ? (const term *) *now
                        : old->op == OP_SELECT
                            ? path_entry (p, arg.at[0], arg.at[1])
                        : old->args ? term_rebuild (p->terms, old, arg.at)
                                    : old);
    }
    const term *result = VEC_LAST (made);
    term_map_clear (&place);
    term_map_clear (&is);
    VEC_CLEAR (order);
    VEC_CLEAR (made);
    VEC_CLEAR (arg);
    return result;
}

static bool
path_reads_maps (struct solve_path *p, const term *t)
{
    return term_has_op (p->terms, t, OP_SELECT)
           && !term_has_op (p->terms, t, OP_FORALL)
           && !term_has_op (p->terms, t, OP_EXISTS);
}

const term *
path_value (struct solve_path *p, const term *t)
{
    struct term_vec free = {0}, from = {0}, to = {0};
    size_t deepest = 0;
    term_variables (p->terms, t, &free);
    for (size_t i = 0; i < free.size; i++) {
        const term *value = path_get (p, free.at[i]);
        size_t depth = depth_of (p, value);
        deepest = depth > deepest ? depth : deepest;
        if (value != free.at[i]) {
            VEC_PUSH (from, free.at[i]);
            VEC_PUSH (to, value);
        }
    }
    const term *result = t;
    if (from.size && path_reads_maps (p, t))
        result = path_substitute (p, t, &from, &to);
    else if (from.size)
        result = term_substitute (p->terms, t, from.at, to.at, from.size);
    if (result->args)
        *term_map_at (&p->depth, result, NULL) = deepest + 1;
    if (p->has_functions && term_has_op (p->terms, t, OP_APPLY))
        path_applications (p, t, &from, &to);
    VEC_CLEAR (free);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return result;
}

void
path_take (struct solve_path *p, const term *variable)
{
    const term *value = term_fresh (p->terms, variable->text, variable->sort);
    VEC_PUSH (p->taken, value);
    path_set (p, variable, value);
}
