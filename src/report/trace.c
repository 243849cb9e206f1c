/* trace.c -- see trace.h. */
#include "report/trace.h"

#include <assert.h>
#include <string.h>

/* ---- names of threads and files */

static unsigned
name_find (struct vec_string *names, const char *name)
{
    for (size_t i = 0; i < names->size; i++)
        if (!strcmp (names->at[i], name))
            return (unsigned) i;
    VEC_PUSH (*names, memory_string (name));
    return (unsigned) names->size - 1;
}

/* ---- one entry */

/* "call f (x = 1, y = 2)": the values of its parameters. */
static void
call_values (const char *what, struct vec_trace_value *list)
{
    const char *open = strstr (what, " (");
    if (!open)
        return;
    struct text inner;
    text_init (&inner);
    text_add (&inner, open + 2);
    if (inner.size && inner.data[inner.size - 1] == ')')
        inner.data[inner.size - 1] = 0;
    trace_values (text_view (&inner), list);
    text_clear (&inner);
}

static bool
is_global (const struct outcome *o, const char *name)
{
    size_t size = strcspn (name, "[.(-: ");
    for (size_t i = 0; i < o->global.size; i++)
        if (!strncmp (o->global.at[i], name, size) && !o->global.at[i][size])
            return true;
    return false;
}

static void
entry_values (const struct outcome *o, struct trace_entry *e)
{
    const struct outcome_step *s = e->step;
    if (s->told_whole && s->what)
        trace_values (s->what, &e->value);
    else if (e->kind == STEP_CALL && s->what)
        call_values (s->what, &e->value);
    if (s->values)
        trace_values (s->values, &e->value);
    for (size_t i = 0; i < e->value.size; i++) {
        struct trace_value *v = &e->value.at[i];
        v->global = is_global (o, v->name);
        v->frame = s->depth + (e->kind == STEP_CALL);
    }
}

static void
entry_init (struct trace *t, const struct outcome *o, size_t at, size_t number)
{
    const struct outcome_step *s = &o->trace.at[at];
    struct trace_entry e = {
        .step = s,
        .number = number,
        .thread = name_find (&t->thread, s->thread        ? s->thread
                                         : t->thread.size ? t->thread.at[0]
                                                          : "main"),
        .kind = s->kind};
    if (at + 1 == o->trace.size && e.kind == STEP_PLAIN)
        e.kind = STEP_FAULT;
    char *file = trace_place (s->place, &e.line, &e.column);
    if (file) {
        unsigned known = name_find (&t->file, file);
        e.file = t->file.at[known];
    }
    memory_free (file);
    entry_values (o, &e);
    VEC_PUSH (t->entry, e);
}

/* ---- how long what is told is known */

struct told_value {
    size_t entry, value;
};
struct vec_told_value VEC (struct told_value);

static struct trace_value *
live_value (struct trace *t, struct told_value l)
{
    return &t->entry.at[l.entry].value.at[l.value];
}

/* The frame to which it belongs is left, or another one stands in its place. */
static bool
live_ends (struct trace *t, struct told_value l, const struct trace_entry *now)
{
    const struct trace_value *v = live_value (t, l);
    const struct trace_entry *was = &t->entry.at[l.entry];
    if (v->global || was->thread != now->thread)
        return false;
    if (v->frame != now->step->depth)
        return v->frame > now->step->depth;
    const char *a = was->kind == STEP_CALL ? NULL : was->step->function;
    const char *b = now->step->function;
    return a && b && strcmp (a, b) != 0;
}

static void
live_leave (struct trace *t, struct vec_told_value *live, size_t at)
{
    size_t kept = 0;
    for (size_t i = 0; i < live->size; i++)
        if (live_ends (t, live->at[i], &t->entry.at[at]))
            live_value (t, live->at[i])->until = at;
        else
            live->at[kept++] = live->at[i];
    live->size = kept;
}

static bool
live_same (struct trace *t, struct told_value l, const struct trace_entry *e,
           const struct trace_value *v)
{
    const struct trace_value *old = live_value (t, l);
    return old->global == v->global
           && (v->global
               || (old->frame == v->frame
                   && t->entry.at[l.entry].thread == e->thread))
           && !strcmp (old->name, v->name);
}

static void
live_tell (struct trace *t, struct vec_told_value *live, size_t at,
           size_t number)
{
    struct trace_entry *e = &t->entry.at[at];
    struct trace_value *v = &e->value.at[number];
    struct told_value now = {at, number};
    v->changed = true;
    v->until = t->entry.size;
    for (size_t i = 0; i < live->size; i++)
        if (live_same (t, live->at[i], e, v)) {
            struct trace_value *old = live_value (t, live->at[i]);
            v->changed = strcmp (old->value, v->value) != 0;
            old->until = at;
            live->at[i] = now;
            return;
        }
    VEC_PUSH (*live, now);
}

/* What a frame told is seen in the step that returns from it, and no longer. */
static void
live_return (struct trace *t, struct vec_told_value *live, size_t at)
{
    const struct trace_entry *e = &t->entry.at[at];
    size_t kept = 0;
    for (size_t i = 0; i < live->size; i++) {
        struct trace_value *v = live_value (t, live->at[i]);
        if (!v->global && t->entry.at[live->at[i].entry].thread == e->thread
            && v->frame >= e->step->depth)
            v->until = at + 1;
        else
            live->at[kept++] = live->at[i];
    }
    live->size = kept;
}

static void
values_live (struct trace *t)
{
    struct vec_told_value live = {0};
    for (size_t at = 0; at < t->entry.size; at++) {
        struct trace_entry *e = &t->entry.at[at];
        if (e->step->folded)
            continue; /* it may be anywhere meanwhile */
        live_leave (t, &live, at);
        for (size_t i = 0; i < e->value.size; i++)
            live_tell (t, &live, at, i);
        if (e->kind == STEP_RETURN)
            live_return (t, &live, at);
    }
    VEC_CLEAR (live);
}

void
trace_init (struct trace *t, const struct outcome *o)
{
    *t = (struct trace) {0};
    size_t number = 1;
    for (size_t i = 0; i < o->trace.size; i++) {
        entry_init (t, o, i, number);
        number += o->trace.at[i].folded ? o->trace.at[i].folded : 1;
    }
    if (!t->thread.size)
        VEC_PUSH (t->thread, memory_string ("main"));
    values_live (t);
    assert (t->entry.size == o->trace.size);
}

static void
names_clear (struct vec_string *names)
{
    for (size_t i = 0; i < names->size; i++)
        memory_free (names->at[i]);
    VEC_CLEAR (*names);
}

void
trace_clear (struct trace *t)
{
    for (size_t i = 0; i < t->entry.size; i++)
        trace_values_clear (&t->entry.at[i].value);
    VEC_CLEAR (t->entry);
    names_clear (&t->thread);
    names_clear (&t->file);
}

/* ---- what is known at a step */

/* Whoever is called: its name stands in the next entry of its frame, if any. */
static const char *
called (const struct trace *t, size_t at)
{
    const struct trace_entry *call = &t->entry.at[at];
    for (size_t i = at + 1; i < t->entry.size; i++) {
        const struct trace_entry *e = &t->entry.at[i];
        if (e->thread == call->thread && !e->step->folded)
            return e->step->depth == call->step->depth + 1 ? e->step->function
                                                           : NULL;
    }
    return NULL;
}

static void
stack_set (struct vec_trace_frame *stack, uint32_t depth, const char *function,
           size_t entry)
{
    while (stack->size > (size_t) depth + 1)
        stack->size--;
    while (stack->size <= depth)
        VEC_PUSH (*stack, ((struct trace_frame) {NULL, entry}));
    stack->at[depth] = (struct trace_frame) {function, entry};
}

void
trace_stack (const struct trace *t, size_t at, unsigned thread,
             struct vec_trace_frame *stack)
{
    assert (at < t->entry.size && !stack->size);
    bool returned = false;
    for (size_t i = 0; i <= at; i++) {
        const struct trace_entry *e = &t->entry.at[i];
        if (e->thread != thread || e->step->folded)
            continue;
        stack_set (stack, e->step->depth, e->step->function, i);
        returned = e->kind == STEP_RETURN && i < at;
        if (e->kind == STEP_CALL)
            stack_set (stack, e->step->depth + 1, called (t, i), i);
    }
    if (returned)
        stack->size--;
    for (size_t i = 0; i < stack->size / 2; i++) {
        struct trace_frame other = stack->at[stack->size - 1 - i];
        stack->at[stack->size - 1 - i] = stack->at[i];
        stack->at[i] = other;
    }
}

void
trace_known (const struct trace *t, size_t at, struct vec_trace_known *known)
{
    assert (at < t->entry.size && !known->size);
    for (size_t i = 0; i <= at; i++)
        for (size_t k = 0; k < t->entry.at[i].value.size; k++) {
            const struct trace_value *v = &t->entry.at[i].value.at[k];
            if (v->until > at)
                VEC_PUSH (*known, ((struct trace_known) {v, i}));
        }
}
