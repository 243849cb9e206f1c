/* live.h -- which registers may still be read, by instruction.
 *
 * Live at pc: read on some path from there before it is set; a move (VM_MOVE,
 * VM_MOVES) to a dead register reads nothing.  At a call that is running (pc of
 * a caller) the call's own results are not live, its arguments neither; but
 * those of a VM_NATIVE are, because it may go on after the function that it
 * called.  A call with a landing pad keeps what that reads, too. */
#ifndef VM_STATE_LIVE_H
#define VM_STATE_LIVE_H

#include "vm/code/code.h"

/* Registers that a frame keeps, rising. */
struct vm_kept {
    uint32_t first; /* in `list` of struct vm_live */
    uint32_t size : 31;
    uint32_t pointers : 1; /* is one of them a pointer? */
    uint32_t bytes; /* that they take in a state, if all are plain: as many as
                       the width needs (1, 2, 4, 8; pointers 8), padded to 4 */
};

struct vm_live {
    struct vm_kept *at;    /* of each instruction */
    struct vm_kept *after; /* of calls: what a caller keeps; else empty */
    uint32_t *function;    /* of each instruction */
    struct VEC (uint32_t) list;
    /* What each register holds before it is set: never written; by the
     * function's first_width. */
    struct vm_value *blank;
};

void vm_live_init (struct vm_live *, const struct vm_code *);
void vm_live_clear (struct vm_live *);

/* Bytes that a register takes in a state: 1, 2, 4 or 8. */
static inline unsigned
vm_width_bytes (uint8_t width)
{
    return width - 1u < 8 ? 1 : width - 1u < 16 ? 2 : width - 1u < 32 ? 4 : 8;
}

#endif
