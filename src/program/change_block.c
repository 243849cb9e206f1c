/* change_block.c -- blocks added, copied, taken apart and dropped. */
#include "program/change.h"

#include <string.h>

struct origin
origin_none (void)
{
    return (struct origin) {PROGRAM_NONE, PROGRAM_NONE, 0};
}

struct origin
origin_after (struct origin o, size_t statements)
{
    assert (statements);
    if (o.procedure != PROGRAM_NONE)
        o.statement += (uint32_t) statements;
    return o;
}

uint32_t
procedure_block (struct procedure *q, const char *label, struct origin origin,
                 struct place place)
{
    assert (q->block.size < PROGRAM_NONE);
    VEC_PUSH (q->block, ((struct block) {
                            .label = label, .origin = origin, .place = place}));
    return (uint32_t) q->block.size - 1;
}

void
block_clear (struct block *b)
{
    VEC_CLEAR (b->statement);
    VEC_CLEAR (b->target);
}

void
procedure_release (struct procedure *q)
{
    for (size_t i = 0; i < q->block.size; i++)
        block_clear (&q->block.at[i]);
    VEC_CLEAR (q->block);
    VEC_CLEAR (q->in);
    VEC_CLEAR (q->out);
    VEC_CLEAR (q->local);
    VEC_CLEAR (q->modifies);
    VEC_CLEAR (q->spec);
}

void
block_copy_into (struct program *p, struct block *to, const struct block *from,
                 struct renaming *renaming)
{
    assert (to != from);
    struct renaming plain = {0};
    for (size_t i = 0; i < from->statement.size; i++)
        VEC_PUSH (to->statement,
                  renaming_statement (renaming ? renaming : &plain, p,
                                      &from->statement.at[i]));
    for (size_t i = 0; i < from->target.size; i++)
        VEC_PUSH (to->target, from->target.at[i]);
    renaming_clear (&plain);
}

void
pieces_begin (struct pieces *s, struct program *p, struct procedure *q,
              struct labels *labels, uint32_t block)
{
    assert (block < q->block.size);
    struct block *b = &q->block.at[block];
    *s = (struct pieces) {.program = p,
                          .procedure = q,
                          .labels = labels,
                          .current = block,
                          .rest = b->statement,
                          .origin = b->origin,
                          .place = b->place,
                          .label = b->label};
    b->statement = (struct vec_statement) {0};
}

void
pieces_push (struct pieces *s, struct statement statement)
{
    VEC_PUSH (s->procedure->block.at[s->current].statement, statement);
}

void
pieces_next (struct pieces *s, size_t statements)
{
    struct procedure *q = s->procedure;
    struct place place = s->place;
    if (statements < s->rest.size)
        place = s->rest.at[statements].place;
    uint32_t next =
        procedure_block (q, labels_new (s->labels, s->program, s->label),
                         origin_after (s->origin, statements), place);
    struct block *before = &q->block.at[s->current];
    q->block.at[next].target = before->target;
    before->target = (struct vec_target) {0};
    VEC_PUSH (before->target, next);
    s->current = next;
}

void
pieces_end (struct pieces *s)
{
    VEC_CLEAR (s->rest);
}

static bool
is_target (const struct procedure *q, uint32_t block)
{
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].target.size; j++)
            if (q->block.at[i].target.at[j] == block)
                return true;
    return false;
}

void
procedure_part_entry (struct program *p, struct procedure *q,
                      struct labels *labels)
{
    if (!q->block.size || !is_target (q, 0))
        return;
    const struct block *first = &q->block.at[0];
    const char *label = labels_new (labels, p, first->label);
    uint32_t header = procedure_block (q, label, first->origin, first->place);
    block_copy_into (p, &q->block.at[header], &q->block.at[0], NULL);
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].target.size; j++)
            if (!q->block.at[i].target.at[j])
                q->block.at[i].target.at[j] = header;
    assert (!is_target (q, 0));
}

void
procedure_keep (struct procedure *q, const bool *keep)
{
    assert (q->block.size && keep[0]);
    uint32_t *place = NEW_ARRAY (uint32_t, q->block.size);
    uint32_t kept = 0;
    for (size_t i = 0; i < q->block.size; i++)
        place[i] = keep[i] ? kept++ : PROGRAM_NONE;
    for (size_t i = 0; i < q->block.size; i++) {
        struct block *b = &q->block.at[i];
        if (!keep[i]) {
            block_clear (b);
            continue;
        }
        size_t targets = 0;
        for (size_t j = 0; j < b->target.size; j++)
            if (place[b->target.at[j]] != PROGRAM_NONE)
                b->target.at[targets++] = place[b->target.at[j]];
        assert (!b->target.size == !targets);
        b->target.size = targets;
        q->block.at[place[i]] = *b;
    }
    q->block.size = kept;
    memory_free (place);
}
