/* finish.c -- a draft becomes a passive procedure. */
#include <assert.h>

#include "bounded/passive/internal.h"

struct finish {
    struct maker *m;
    struct arena *arena;
    struct passive_procedure *to;
    struct term_map known; /* formals, locals, constants */
};

static void
finish_know (struct finish *f, const term *t)
{
    const struct term_vec *used = maker_variables (f->m, t);
    for (size_t i = 0; i < used->size; i++) {
        bool added;
        term_map_at (&f->known, used->at[i], &added);
        if (added && !term_map_get (&f->m->constant, used->at[i]))
            VEC_PUSH (f->to->local, used->at[i]);
    }
}

static const term *
finish_assume (struct finish *f, const struct term_vec *list)
{
    const term *t = term_and (f->m->terms, list->at, list->size);
    finish_know (f, t);
    return t;
}

static const term **
finish_terms (struct finish *f, const struct term_vec *list)
{
    for (size_t i = 0; i < list->size; i++)
        finish_know (f, list->at[i]);
    return arena_copy (f->arena, list->at, list->size * sizeof *list->at);
}

static void
finish_block (struct finish *f, const struct draft_block *from,
              struct passive_block *to)
{
    to->assume = finish_assume (f, &from->assume);
    to->call = PASSIVE_NONE;
    to->after = (uint32_t) from->after;
    to->edges = (uint32_t) from->edge.size;
    to->edge = arena_new (f->arena, to->edges * sizeof *to->edge + 1);
    for (uint32_t i = 0; i < to->edges; i++)
        to->edge[i] =
            (struct passive_edge) {from->edge.at[i].target,
                                   finish_assume (f, &from->edge.at[i].assume)};
}

static void
finish_call (struct finish *f, const struct draft_block *from, uint32_t block,
             const uint32_t *number)
{
    struct passive_procedure *to = f->to;
    struct passive_call *c = &to->call[to->calls];
    assert (number[from->callee] != PASSIVE_NONE);
    c->block = block;
    c->callee = number[from->callee];
    c->in = finish_terms (f, &from->in);
    c->out = finish_terms (f, &from->out);
    c->summary = from->summary;
    if (c->summary)
        finish_know (f, c->summary);
    to->call_label[to->calls] = arena_string (f->arena, from->call_label);
    to->block[block].call = to->calls++;
}

/* A variable that no assumption and no call knows may have any value. */
static const term *
finish_value (struct finish *f, const term *value)
{
    const struct term_vec *used = maker_variables (f->m, value);
    struct term_vec *from = &f->m->from, *into = &f->m->into;
    from->size = into->size = 0;
    for (size_t i = 0; i < used->size; i++)
        if (!term_map_get (&f->known, used->at[i])
            && !term_is_element (used->at[i])) {
            VEC_PUSH (*from, used->at[i]);
            VEC_PUSH (*into, term_any (f->m->terms, used->at[i]->sort));
        }
    return term_substitute (f->m->terms, value, from->at, into->at, from->size);
}

static void
finish_visits (struct finish *f, const struct draft_block *from,
               struct passive_block *to)
{
    to->visits = (uint32_t) from->visit.size;
    to->visit = arena_new (f->arena, to->visits * sizeof *to->visit + 1);
    for (uint32_t i = 0; i < to->visits; i++) {
        const struct draft_visit *v = &from->visit.at[i];
        struct passive_visit *made = &to->visit[i];
        made->procedure = v->origin.procedure;
        made->block = v->origin.block;
        made->statement = v->origin.statement;
        made->values = (uint32_t) v->value.size;
        made->value =
            arena_new (f->arena, made->values * sizeof *made->value + 1);
        for (uint32_t k = 0; k < made->values; k++)
            made->value[k] = finish_value (f, v->value.at[k]);
    }
}

/* A procedure that never returns: one block that cannot be passed. */
static void
finish_never (struct finish *f, const struct procedure *p)
{
    struct passive_procedure *to = f->to;
    to->label =
        arena_string (f->arena, p->block.size ? p->block.at[0].label : "never");
    to->blocks = 1;
    to->block = arena_new (f->arena, sizeof *to->block);
    to->block[0].assume = term_false (f->m->terms);
    to->block[0].call = PASSIVE_NONE;
}

static void
finish_blocks (struct finish *f, const struct draft *d, const uint32_t *number)
{
    struct passive_procedure *to = f->to;
    to->label = arena_string (f->arena, d->block[0].label);
    to->blocks = (uint32_t) d->blocks;
    to->block = arena_new (f->arena, d->blocks * sizeof *to->block);
    to->call = arena_new (f->arena, d->blocks * sizeof *to->call);
    to->call_label = arena_new (f->arena, d->blocks * sizeof *to->call_label);
    for (uint32_t i = 0; i < to->blocks; i++) {
        finish_block (f, &d->block[i], &to->block[i]);
        if (d->block[i].callee != PROGRAM_NONE)
            finish_call (f, &d->block[i], i, number);
    }
    for (uint32_t i = 0; i < to->blocks; i++)
        finish_visits (f, &d->block[i], &to->block[i]);
}

void
draft_finish (struct maker *m, uint32_t procedure, const uint32_t *number,
              struct passive_procedure *to)
{
    const struct procedure *p = &m->program->procedure.at[procedure];
    const struct draft *d = &m->draft[procedure];
    struct finish f = {.m = m, .arena = &m->to->arena, .to = to};
    *to = (struct passive_procedure) {.name = arena_string (f.arena, p->name),
                                      .parameters = (uint32_t) p->in.size};
    for (size_t i = 0; i < d->in.size; i++) {
        VEC_PUSH (to->in, d->in.at[i]);
        term_map_at (&f.known, d->in.at[i], NULL);
    }
    for (size_t i = 0; i < d->out.size; i++) {
        VEC_PUSH (to->out, d->out.at[i]);
        term_map_at (&f.known, d->out.at[i], NULL);
    }
    if (d->blocks)
        finish_blocks (&f, d, number);
    else
        finish_never (&f, p);
    term_map_clear (&f.known);
}
