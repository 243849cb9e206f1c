/* witness_loops.c -- invariants of a proof as a witness for others. */
#include <string.h>

#include "csource/instrument.h"
#include "csource/lines.h"
#include "csource/witness.h"

/* What is known of the loops of one file. */
struct loops {
    struct c_instrument text;
    const struct witness_task *task;
    const char *file;
    const char *const *flag;
    size_t flags;
    struct vec_invariant *to;
    struct arena *arena;
};

static bool
loops_compile (struct loops *l, const struct witness_invariant *v)
{
    c_instrument_reset (&l->text);
    return c_instrument_loop (&l->text, v->place, v->value)
           && c_instrument_compiles (&l->text, l->file, l->flag, l->flags,
                                     l->task->bits);
}

/* All that is said of one loop, joined; `from` is the first of it. */
static const char *
loop_join (const struct loops *l, const struct vec_invariant *all, size_t from)
{
    struct text t;
    text_init (&t);
    const struct witness_invariant *first = &all->at[from];
    for (size_t i = from; i < all->size; i++) {
        const struct witness_invariant *v = &all->at[i];
        if (v->value && v->place.line == first->place.line
            && v->place.column == first->place.column)
            text_print (&t, "%s(%s)", t.size ? " && " : "", v->value);
    }
    const char *joined = arena_string (l->arena, text_view (&t));
    text_clear (&t);
    return joined;
}

static void
loop_drop (struct vec_invariant *all, size_t from)
{
    struct place place = all->at[from].place;
    for (size_t i = from; i < all->size; i++)
        if (all->at[i].place.line == place.line
            && all->at[i].place.column == place.column)
            all->at[i].value = NULL;
}

static void
loop_add (struct loops *l, struct vec_invariant *all, size_t from)
{
    struct witness_invariant joined = all->at[from];
    joined.value = loop_join (l, all, from);
    if (!loops_compile (l, &joined)) {
        /* A name of an inner block, say: whatever is fine by itself stays. */
        for (size_t i = from; i < all->size; i++)
            if (all->at[i].value && !loops_compile (l, &all->at[i]))
                all->at[i].value = NULL;
        joined.value = loop_join (l, all, from);
    }
    if (*joined.value && loops_compile (l, &joined))
        VEC_PUSH (*l->to, joined);
    loop_drop (all, from);
}

static void
loops_file (struct loops *l, const struct outcome *o)
{
    struct vec_invariant all = {0};
    for (size_t i = 0; i < o->invariant.size; i++) {
        const struct outcome_invariant *from = &o->invariant.at[i];
        struct place called = {from->file, from->line, from->column};
        struct place place =
            c_lines_own (l->task->file, l->task->files, called);
        struct c_loop loop;
        if (strcmp (place.file, l->file)
            || !c_loop_find (l->text.code, l->text.size, place, &loop)
            || loop.kind == C_LOOP_DO)
            continue;
        struct witness_invariant v = {.value = from->value,
                                      .function = from->function,
                                      .place = loop.place};
        VEC_PUSH (all, v);
    }
    for (size_t i = 0; i < all.size; i++)
        if (all.at[i].value)
            loop_add (l, &all, i);
    VEC_CLEAR (all);
}

bool
c_witness_invariants (struct text *out, const struct outcome *o,
                      const struct witness_task *task, const char *const *flag,
                      size_t flags, struct problem *problem)
{
    assert (out && o->verdict == VERDICT_SAFE && task->specification);
    struct vec_invariant all = {0};
    struct arena arena;
    arena_init (&arena);
    for (size_t i = 0; i < task->files && o->invariant.size; i++) {
        struct loops l = {.task = task,
                          .file = task->file[i],
                          .flag = flag,
                          .flags = flags,
                          .to = &all,
                          .arena = &arena};
        if (!c_instrument_init (&l.text, task->file[i]))
            continue;
        loops_file (&l, o);
        c_instrument_clear (&l.text);
    }
    bool good = witness_write_invariants (out, task, &all, problem);
    VEC_CLEAR (all);
    arena_clear (&arena);
    return good;
}
