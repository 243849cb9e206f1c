/* live.c -- see live.h: the least solution, sets grow until nothing changes. */
#include "program/live.h"

#include <stdlib.h>
#include <string.h>

static void
variables_number (struct live *l, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++) {
        VEC_PUSH (l->variable, list->at[i].term);
        *term_map_at (&l->number, list->at[i].term, NULL) = l->variable.size;
    }
}

uint32_t
live_number (const struct live *l, const term *t)
{
    uintptr_t *number = term_map_get (&l->number, t);
    return number ? (uint32_t) *number - 1 : PROGRAM_NONE;
}

/* `read` has, at the place that `reads` names: how many, then their numbers. */
struct live_set
live_reads (struct live *l, const term *t)
{
    bool added;
    uintptr_t *at = term_map_at (&l->reads, t, &added);
    if (added) {
        *at = l->read.size;
        size_t head = l->read.size;
        struct term_vec variable = {0};
        term_variables (l->terms, t, &variable);
        VEC_PUSH (l->read, 0);
        for (size_t i = 0; i < variable.size; i++) {
            uint32_t number = live_number (l, variable.at[i]);
            if (number == PROGRAM_NONE)
                continue;
            VEC_PUSH (l->read, number);
            l->read.at[head]++;
        }
        VEC_CLEAR (variable);
    }
    uint32_t *list = l->read.at + *at;
    return (struct live_set) {list + 1, *list};
}

static void
live_add (struct live *l, uint32_t number)
{
    assert (number < l->variable.size);
    if (l->is_live[number])
        return;
    l->is_live[number] = true;
    VEC_PUSH (l->now, number);
}

static void
live_add_reads (struct live *l, const term *t)
{
    struct live_set s = live_reads (l, t);
    for (size_t i = 0; i < s.size; i++)
        live_add (l, s.at[i]);
}

static void
live_empty (struct live *l)
{
    for (size_t i = 0; i < l->now.size; i++)
        l->is_live[l->now.at[i]] = false;
    l->now.size = 0;
}

void
live_end (struct live *l, const struct block *b)
{
    live_empty (l);
    for (size_t i = 0; i < b->target.size; i++) {
        const struct live_set *s = &l->entry[b->target.at[i]];
        for (size_t j = 0; j < s->size; j++)
            live_add (l, s->at[j]);
    }
}

/* All targets are set at once: those that are live stop to be so before any
 * value is looked at. */
static void
before_assign (struct live *l, const struct statement *s)
{
    bool few[16], *was = s->targets <= 16 ? few : NEW_ARRAY (bool, s->targets);
    for (uint32_t i = 0; i < s->targets; i++) {
        uint32_t number = live_number (l, s->target[i]);
        assert (number != PROGRAM_NONE);
        was[i] = l->is_live[number];
        l->is_live[number] = false;
    }
    /* `now` may name one twice after this; it is sorted and made unique. */
    for (uint32_t i = 0; i < s->values; i++)
        if (was[i])
            live_add_reads (l, s->value[i]);
    if (was != few)
        memory_free (was);
}

void
live_before (struct live *l, const struct statement *s)
{
    assert (s->kind != STATEMENT_CALL);
    if (s->kind == STATEMENT_ASSIGN)
        before_assign (l, s);
    else if (s->kind == STATEMENT_HAVOC)
        for (uint32_t i = 0; i < s->targets; i++)
            l->is_live[live_number (l, s->target[i])] = false;
    else
        live_add_reads (l, s->term);
}

static int
number_order (const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
    return x < y ? -1 : x > y;
}

/* The set at hand becomes that of the block's beginning; was it new? */
static bool
entry_keep (struct live *l, uint32_t block)
{
    size_t size = 0;
    if (l->now.size)
        qsort (l->now.at, l->now.size, sizeof *l->now.at, number_order);
    for (size_t i = 0; i < l->now.size; i++)
        if (l->is_live[l->now.at[i]]
            && (!size || l->now.at[size - 1] != l->now.at[i]))
            l->now.at[size++] = l->now.at[i];
    l->now.size = size;
    struct live_set *s = &l->entry[block];
    assert (size >= s->size);
    if (size == s->size)
        return false;
    s->at = memory_resize (s->at, size * sizeof *s->at);
    memcpy (s->at, l->now.at, size * sizeof *s->at);
    s->size = size;
    return true;
}

static bool
block_live (struct live *l, const struct procedure *q, uint32_t block)
{
    const struct block *b = &q->block.at[block];
    live_end (l, b);
    for (size_t i = b->statement.size; i--;)
        live_before (l, &b->statement.at[i]);
    return entry_keep (l, block);
}

static void
live_solve (struct live *l, const struct procedure *q, const struct flow *f)
{
    bool *dirty = NEW_ARRAY (bool, f->blocks), again = true;
    for (uint32_t i = 0; i < f->reachable; i++)
        dirty[f->order[i]] = true;
    while (again) {
        again = false;
        for (uint32_t i = f->reachable; i--;) {
            uint32_t b = f->order[i];
            if (!dirty[b])
                continue;
            dirty[b] = false;
            if (!block_live (l, q, b))
                continue;
            for (uint32_t j = f->first[b]; j < f->first[b + 1]; j++)
                dirty[f->before[j]] = again = true;
        }
    }
    memory_free (dirty);
}

void
live_find (struct live *l, const struct program *p, const struct procedure *q,
           const struct flow *f)
{
    *l = (struct live) {.blocks = f->blocks, .terms = p->terms};
    variables_number (l, &p->global);
    variables_number (l, &q->in);
    variables_number (l, &q->out);
    variables_number (l, &q->local);
    l->entry = NEW_ARRAY (struct live_set, f->blocks);
    l->is_live = NEW_ARRAY (bool, l->variable.size + 1);
    live_solve (l, q, f);
}

void
live_clear (struct live *l)
{
    for (uint32_t i = 0; i < l->blocks; i++)
        memory_free (l->entry[i].at);
    memory_free (l->entry);
    memory_free (l->is_live);
    term_map_clear (&l->number);
    term_map_clear (&l->reads);
    VEC_CLEAR (l->variable);
    VEC_CLEAR (l->read);
    VEC_CLEAR (l->now);
    *l = (struct live) {0};
}
