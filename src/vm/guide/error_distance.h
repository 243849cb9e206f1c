/* error_distance.h -- what the code says about the ways to its errors, for estimates.
 *
 * Distances count instructions; a call counts as one if it returns.  An error
 * is a call that fails an assertion.  They are guesses for searches: nothing
 * else may rest on them. */
#ifndef VM_GUIDE_ERROR_DISTANCE_H
#define VM_GUIDE_ERROR_DISTANCE_H

#include "vm/code/code.h"

enum { VM_FAR = 1 << 20 }; /* as far as anything can be */

/* A condition on the way to an error. */
struct vm_branch_condition {
    uint32_t operand; /* of the guard's function */
    bool wanted;
};

/* An error, and what must hold on a shortest way from its function's begin. */
struct vm_guard {
    uint32_t function;
    uint32_t first, end; /* in `hurdle` */
};

struct vm_error_distance {
    const struct vm_code *code; /* borrowed */
    /* Of each instruction, at most VM_FAR. */
    uint32_t *error;    /* to an error, from before it */
    uint32_t *leave;    /* to the end of its function */
    uint32_t *begun;    /* from the begin of its function */
    uint32_t *before;   /* it, on a shortest way from the begin */
    uint32_t *function; /* that it is of */
    /* The only instruction that sets a register, by the function's first_width;
     * VM_NOWHERE: a parameter, or there are several. */
    uint32_t *setter;
    struct VEC (struct vm_guard) guard;
    struct VEC (struct vm_branch_condition) hurdle;
    uint32_t priority; /* the variable cohort_priority, or VM_NOWHERE */
};

struct vm_error_distance *vm_error_distance_new (const struct vm_code *);
void vm_error_distance_free (struct vm_error_distance *); /* null is fine */
/* One of its distances, from behind a call that is being run. */
uint32_t vm_error_distance_behind (const struct vm_error_distance *,
                                   uint32_t call, const uint32_t *distance);

#endif
