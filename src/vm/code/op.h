/* op.h -- what the fields of an instruction mean, for whoever reads code as
 * data: checks, prints, asks what is live.
 *
 * A role for each of result, a, b, c:
 *
 *   -  nothing            t  a target, in the function   f  a function
 *   r  a register, set    n  a number                    N  a native function
 *   R  two of them        T  a text                      v  thread-local
 * variable o  an operand         L  a list: the op says of what */
#ifndef VM_CODE_OP_H
#define VM_CODE_OP_H

#include "vm/code/code.h"

struct vm_op_shape {
    const char *name;
    char result, a, b, c;
};

enum { VM_OPS = VM_CUT + 1 };

/* Of an op below VM_OPS. */
const struct vm_op_shape *vm_op_shape (uint8_t op);

/* What an instruction reads, and which registers it sets.  Operands may be
 * constants; each visit gives one. */
typedef void vm_op_visit (void *context, uint32_t operand);
void vm_op_reads (const struct vm_code *, const struct vm_instruction *,
                  vm_op_visit *, void *context);
void vm_op_sets (const struct vm_code *, const struct vm_instruction *,
                 vm_op_visit *, void *context);
/* Where it may go on in its function, but for the next instruction. */
void vm_op_targets (const struct vm_code *, const struct vm_instruction *,
                    vm_op_visit *, void *context);
/* May the next instruction follow? */
bool vm_op_falls (uint8_t op);

static inline bool
vm_op_calls (uint8_t op)
{
    return op == VM_CALL || op == VM_CALL_POINTER || op == VM_NATIVE;
}

/* Ops that most switches treat alike: `case VM_BINARY:` is all of them. */
/* clang-format off */
#define VM_BINARY                                                             \
    VM_ADD: case VM_SUB: case VM_MUL: case VM_UDIV: case VM_SDIV:             \
    case VM_UREM: case VM_SREM: case VM_SHL: case VM_LSHR: case VM_ASHR:      \
    case VM_AND: case VM_OR: case VM_XOR
#define VM_FLOAT_BINARY                                                       \
    VM_FADD: case VM_FSUB: case VM_FMUL: case VM_FDIV: case VM_FREM
#define VM_FLOAT_CAST                                                         \
    VM_FPTOUI: case VM_FPTOSI: case VM_UITOFP: case VM_SITOFP:                \
    case VM_FPTRUNC: case VM_FPEXT
/* clang-format on */

#endif
