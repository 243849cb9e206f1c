/* prune.c -- procedures that are never called are dropped. */
#include <assert.h>

#include "program/change.h"
#include "program/passes/passes.h"

static void
calls_mark (const struct procedure *q, bool *reached, struct vec_target *open)
{
    for (size_t i = 0; i < q->block.size; i++) {
        const struct block *b = &q->block.at[i];
        for (size_t j = 0; j < b->statement.size; j++) {
            const struct statement *s = &b->statement.at[j];
            if (s->kind != STATEMENT_CALL || reached[s->callee])
                continue;
            reached[s->callee] = true;
            VEC_PUSH (*open, s->callee);
        }
    }
}

static void
calls_renumber (struct procedure *q, const uint32_t *place)
{
    for (size_t i = 0; i < q->block.size; i++) {
        struct block *b = &q->block.at[i];
        for (size_t j = 0; j < b->statement.size; j++) {
            struct statement *s = &b->statement.at[j];
            if (s->kind != STATEMENT_CALL)
                continue;
            s->callee = place[s->callee];
            assert (s->callee != PROGRAM_NONE);
        }
    }
}

uint32_t
program_prune (struct program *p, uint32_t entry)
{
    assert (entry < p->procedure.size);
    bool *reached = NEW_ARRAY (bool, p->procedure.size);
    uint32_t *place = NEW_ARRAY (uint32_t, p->procedure.size);
    struct vec_target open = {0};
    reached[entry] = true;
    VEC_PUSH (open, entry);
    while (open.size) {
        uint32_t next = VEC_POP (open);
        calls_mark (&p->procedure.at[next], reached, &open);
    }
    uint32_t kept = 0;
    for (size_t i = 0; i < p->procedure.size; i++) {
        place[i] = reached[i] ? kept++ : PROGRAM_NONE;
        if (reached[i])
            p->procedure.at[place[i]] = p->procedure.at[i];
        else
            procedure_release (&p->procedure.at[i]);
    }
    p->procedure.size = kept;
    for (size_t i = 0; i < kept; i++)
        calls_renumber (&p->procedure.at[i], place);
    entry = place[entry];
    memory_free (reached);
    memory_free (place);
    VEC_CLEAR (open);
    return entry;
}
