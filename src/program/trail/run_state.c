/* run_state.c -- variables and values of an execution along a trail. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "program/trail/run.h"

static void
globals_init (struct trail_run *r)
{
    struct program *p = &r->program;
    r->value = NEW_ARRAY (const term *, p->global.size + 1);
    for (size_t i = 0; i < p->global.size; i++) {
        const term *g = p->global.at[i].term;
        *term_map_at (&r->global, g, NULL) = i + 1;
        *term_map_at (&r->old, program_old (p, g), NULL) = i + 1;
        r->value[i] = r->trail->global.at[i];
    }
}

void
run_init (struct trail_run *r)
{
    assert (r->trail && r->read && r->problem && r->open);
    const struct trail *t = r->trail;
    term_map_init (&r->scope);
    term_map_init (&r->global);
    term_map_init (&r->old);
    term_map_init (&r->known);
    text_init (&r->changed);
    text_init (&r->what);
    r->scope_of = PROGRAM_NONE;
    globals_init (r);
    for (size_t i = 0; i < t->constant.size; i++)
        *term_map_at (&r->known, r->program.constant.at[i].term, NULL) =
            (uintptr_t) t->constant.at[i];
    for (size_t i = 0; i < t->point.size; i++)
        *term_map_at (&r->known, t->point.at[i].application, NULL) =
            (uintptr_t) t->point.at[i].value;
}

void
run_clear (struct trail_run *r)
{
    while (r->frame.size)
        run_pop (r);
    VEC_CLEAR (r->frame);
    term_map_clear (&r->scope);
    term_map_clear (&r->global);
    term_map_clear (&r->old);
    term_map_clear (&r->known);
    memory_free (r->value);
    text_clear (&r->changed);
    text_clear (&r->what);
}

struct run_frame *
run_top (struct trail_run *r)
{
    assert (r->frame.size);
    return &VEC_LAST (r->frame);
}

struct procedure *
run_procedure (struct trail_run *r)
{
    return &r->program.procedure.at[run_top (r)->procedure];
}

struct place
run_place (struct trail_run *r)
{
    const struct run_frame *f = run_top (r);
    const struct procedure *q = &r->read->procedure.at[f->procedure];
    if (!q->has_body)
        return q->place;
    return statement_place (&q->block.at[f->block], f->statement);
}

bool
run_broken (struct trail_run *r, struct place place, const char *format, ...)
{
    char what[400];
    va_list list;
    va_start (list, format);
    vsnprintf (what, sizeof what, format, list);
    va_end (list);
    return problem_set (r->problem, place, "%s", what);
}

static void
scope_add (struct trail_run *r, const struct vec_variable *v, size_t *index)
{
    for (size_t i = 0; i < v->size; i++)
        *term_map_at (&r->scope, v->at[i].term, NULL) = ++*index;
}

/* Index of a variable of the frame on top, or null. */
static const term **
scope_find (struct trail_run *r, const term *variable)
{
    if (!r->frame.size)
        return NULL;
    const struct run_frame *f = run_top (r);
    if (r->scope_of != f->procedure) {
        const struct procedure *q = run_procedure (r);
        size_t index = 0;
        term_map_clear (&r->scope);
        term_map_init (&r->scope);
        scope_add (r, &q->in, &index);
        scope_add (r, &q->out, &index);
        scope_add (r, &q->local, &index);
        r->scope_of = f->procedure;
    }
    const uintptr_t *found = term_map_get (&r->scope, variable);
    return found ? &f->value[*found - 1] : NULL;
}

void
run_push (struct trail_run *r, uint32_t procedure, const term *const *in)
{
    assert (procedure < r->program.procedure.size);
    const struct procedure *q = &r->program.procedure.at[procedure];
    size_t globals = r->program.global.size;
    size_t size = q->in.size + q->out.size + q->local.size;
    struct run_frame f = {.procedure = procedure};
    f.value = NEW_ARRAY (const term *, size + 1);
    f.old = NEW_ARRAY (const term *, globals + 1);
    for (size_t i = 0; i < q->in.size; i++) {
        assert (!in[i] || in[i]->sort == q->in.at[i].term->sort);
        f.value[i] = in[i];
    }
    for (size_t i = 0; i < globals; i++)
        f.old[i] = r->value[i];
    VEC_PUSH (r->frame, f);
}

void
run_pop (struct trail_run *r)
{
    struct run_frame f = VEC_POP (r->frame);
    memory_free (f.value);
    memory_free (f.old);
}

const term *
run_get (void *context, const term *t)
{
    struct trail_run *r = context;
    const uintptr_t *found = NULL;
    if (t->op == OP_VAR) {
        const term **local = scope_find (r, t);
        if (local)
            return *local;
        if ((found = term_map_get (&r->global, t)))
            return r->value[*found - 1];
        if ((found = term_map_get (&r->old, t)))
            return r->frame.size ? run_top (r)->old[*found - 1] : NULL;
    }
    found = term_map_get (&r->known, t);
    return found ? (const term *) *found : NULL;
}

void
run_set (struct trail_run *r, const term *variable, const term *value)
{
    assert (!value || value->sort == variable->sort);
    const term **local = scope_find (r, variable);
    if (local) {
        *local = value;
        return;
    }
    const uintptr_t *found = term_map_get (&r->global, variable);
    assert (found);
    r->value[*found - 1] = value;
}

const term *
run_evaluate (struct trail_run *r, const term *t)
{
    return term_evaluate (r->program.terms, t, run_get, r);
}

bool
run_take (struct trail_run *r, const term *variable)
{
    const struct trail *t = r->trail;
    assert (r->visit);
    const struct trail_visit *v = &t->visit.at[r->visit - 1];
    if (r->position >= (size_t) v->first + v->values)
        return run_broken (r, run_place (r), "the trail has no value for %s",
                           variable->text);
    const term *value = t->value.at[r->position++];
    if (value && (value->sort != variable->sort || !term_is_value (value)))
        return run_broken (r, run_place (r),
                           "the trail's value for %s is none of its type",
                           variable->text);
    run_set (r, variable, value);
    return true;
}

const term *
run_ground (struct trail_run *r, const term *t)
{
    struct term_vec free = {0}, from = {0}, to = {0};
    term_variables (r->program.terms, t, &free);
    for (size_t i = 0; i < free.size; i++) {
        const term *value = run_get (r, free.at[i]);
        if (value) {
            VEC_PUSH (from, free.at[i]);
            VEC_PUSH (to, value);
        }
    }
    const term *result =
        term_substitute (r->program.terms, t, from.at, to.at, from.size);
    VEC_CLEAR (free);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    return result;
}
