/* split.c -- at most one call in a block, and that the last statement. */
#include <assert.h>

#include "program/change.h"
#include "program/passes/passes.h"

static void
block_part (struct program *p, struct procedure *q, struct labels *labels,
            uint32_t block)
{
    struct pieces s;
    pieces_begin (&s, p, q, labels, block);
    for (size_t i = 0; i < s.rest.size; i++) {
        pieces_push (&s, s.rest.at[i]);
        if (s.rest.at[i].kind == STATEMENT_CALL && i + 1 < s.rest.size)
            pieces_next (&s, i + 1);
    }
    pieces_end (&s);
}

void
program_split_calls (struct program *p)
{
    for (size_t i = 0; i < p->procedure.size; i++) {
        struct procedure *q = &p->procedure.at[i];
        struct labels labels;
        labels_init (&labels, q);
        size_t blocks = q->block.size; /* as they are now */
        for (uint32_t j = 0; j < blocks; j++)
            block_part (p, q, &labels, j);
        labels_clear (&labels);
    }
}
