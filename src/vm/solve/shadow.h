/* shadow.h -- a run of the C machine with a term for every unknown value.
 *
 * What is computed here need not be exact where an operation is not known: the
 * inputs that come out are tried on the machine.  So values without a term are
 * anything. */
#ifndef VM_SOLVE_SHADOW_H
#define VM_SOLVE_SHADOW_H

#include "base/map.h"
#include "logic/term/term.h"
#include "vm/exec/run.h"

/* An input that was asked for, in order. */
struct shadow_input {
    const term *variable;
    unsigned width;
};

struct vm_shadow {
    terms *terms;
    struct map value; /* registers and bytes of memory -> term */
    struct VEC (struct shadow_input) input;
    struct term_vec constraint; /* what was decided */
    /* The call of a native function whose results are not there yet. */
    struct {
        bool wanted;
        uint32_t thread, frame, result, results;
        const char *name;
    } native;
};

void vm_shadow_init (struct vm_shadow *, terms *);
void vm_shadow_clear (struct vm_shadow *);
/* Before each instruction. */
void vm_shadow_step (struct vm_shadow *, struct vm_run *);

/* ---- the parts share */

/* The value of an operand of the running thread, as a term of that width. */
const term *shadow_operand (struct vm_shadow *, struct vm_run *,
                            uint32_t operand, unsigned width);
const term *shadow_number (struct vm_shadow *, uint64_t, unsigned width);
/* To exactly so many bits. */
const term *shadow_resize (struct vm_shadow *, const term *, unsigned width);
/* Arithmetic, comparison and casts (shadow_arith.c); null: not known. */
const term *shadow_compute (struct vm_shadow *, struct vm_run *,
                            const struct vm_instruction *);
/* Whether the signed result overflows is `so`: a formula. */
const term *shadow_overflow (struct vm_shadow *, struct vm_run *,
                             const struct vm_instruction *, bool so);
const term *shadow_rmw (struct vm_shadow *, uint32_t rmw, const term *old,
                        const term *operand);
const term *shadow_equal (struct vm_shadow *, const term *, const term *);

#endif
