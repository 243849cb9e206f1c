/* vm_live.h -- which registers may still be read, by instruction.
 *
 * Live at pc: read on some path from there before it is set.  At a call that is
 * running (pc of a caller) the call's own results are not live, its arguments
 * neither. */
#ifndef VM_LIVE_H
#define VM_LIVE_H

#include "machine/vm_code.h"

struct vm_live {
    /* Of instruction i: register numbers list[first[i] .. first[i + 1]), rising;
     * in `after` those that are live behind it (what a caller keeps), which are
     * without its results. */
    uint32_t *first, *after_first;
    struct VEC (uint32_t) list, after;
};

void vm_live_init (struct vm_live *, const struct vm_code *);
void vm_live_clear (struct vm_live *);

#endif
