/* loops.h -- the loops of a procedure, as a nest of strong components.
 *
 * A loop is a strong component of the blocks, or of what is left of a larger
 * one without its header; its header is the only block by which it is entered.
 * In a reducible graph these are the natural loops that dominators give, one
 * per header however many back edges it has. */
#ifndef PROGRAM_LOOPS_H
#define PROGRAM_LOOPS_H

#include "program/change.h"

struct loop {
    uint32_t header;
    bool *inside;  /* one per block of the procedure */
    uint32_t size; /* blocks in it */
};

/* Drops blocks that cannot be reached, and those from which no return can be:
 * no run that matters passes them.  Block 0 stays; if nothing else can, it is
 * made `assume false` and a return. */
void procedure_clean (struct program *, struct procedure *);

/* Makes every loop have one header, by copying what is entered elsewhere.
 * Block 0 must be no target.  False: more than `most` blocks, or too many loops
 * to copy; `*where` is a block of one. */
bool loops_reduce (struct program *, struct procedure *, struct labels *,
                   size_t most, uint32_t *where);

/* A loop without a loop in it, the first in order of blocks; false: there is
 * no loop.  The caller frees `inside`. */
bool loops_innermost (const struct procedure *, struct loop *);

#endif
