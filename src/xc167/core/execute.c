/* execute.c -- one instruction. */
#include "xc167/core/execute.h"

#include "micro/fast.h"
#include "xc167/core/step.h"

/* The instruction pointer counts within its segment. */
static void
skip (struct micro_core *c, uint32_t pc, unsigned bytes)
{
    uint32_t next = (pc & 0x7f8000) | ((pc + bytes / 2) & 0x7fff);
    fast_put_pc (c, next);
}

/* Those that only trap: the instruction pointer stays at one that is undefined. */
static void
execute_trap (struct micro_core *c, const struct xc167_instruction *i,
              uint32_t pc)
{
    if (i->op == XC_MAC) {
        core_fail (c, FAULT_OTHER, false);
        skip (c, pc, i->bytes);
    } else if (i->op == XC_PROTECTED) {
        core_fail (c, FAULT_BAD_OPCODE, true);
        skip (c, pc, i->bytes);
        xc167_request_trap (c, TRAP_PRTFLT);
    } else {
        core_fail (c, FAULT_BAD_OPCODE, true);
        xc167_request_trap (c, TRAP_UNDOPC);
    }
}

typedef void executor (struct micro_core *, const struct xc167_instruction *);

static executor *
executor_of (uint8_t op)
{
    static executor *const of[XC_OPS] = {
        [XC_ADD] = c166_sum,         [XC_ADDC] = c166_sum,
        [XC_SUB] = c166_sum,         [XC_SUBC] = c166_sum,
        [XC_CMP] = c166_sum,         [XC_XOR] = c166_logic,
        [XC_AND] = c166_logic,       [XC_OR] = c166_logic,
        [XC_CPL] = c166_logic,       [XC_NEG] = c166_negate,
        [XC_CMPI1] = c166_count,     [XC_CMPI2] = c166_count,
        [XC_CMPD1] = c166_count,     [XC_CMPD2] = c166_count,
        [XC_MUL] = c166_multiply,    [XC_MULU] = c166_multiply,
        [XC_DIV] = c166_divide,      [XC_DIVU] = c166_divide,
        [XC_DIVL] = c166_divide,     [XC_DIVLU] = c166_divide,
        [XC_PRIOR] = c166_prior,     [XC_ROL] = c166_shift,
        [XC_ROR] = c166_shift,       [XC_SHL] = c166_shift,
        [XC_SHR] = c166_shift,       [XC_ASHR] = c166_shift,
        [XC_MOV] = c166_move,        [XC_MOVBZ] = c166_extend,
        [XC_MOVBS] = c166_extend,    [XC_BMOV] = c166_bits,
        [XC_BMOVN] = c166_bits,      [XC_BAND] = c166_bits,
        [XC_BOR] = c166_bits,        [XC_BXOR] = c166_bits,
        [XC_BCMP] = c166_bits,       [XC_BSET] = c166_bit,
        [XC_BCLR] = c166_bit,        [XC_BFLDL] = c166_field,
        [XC_BFLDH] = c166_field,     [XC_PUSH] = c166_stack,
        [XC_POP] = c166_stack,       [XC_SCXT] = c166_stack,
        [XC_ATOMIC] = c166_sequence, [XC_EXTR] = c166_sequence,
        [XC_EXTP] = c166_sequence,   [XC_EXTPR] = c166_sequence,
        [XC_EXTS] = c166_sequence,   [XC_EXTSR] = c166_sequence,
        [XC_IDLE] = c166_system,     [XC_PWRDN] = c166_system,
        [XC_SRVWDT] = c166_system,   [XC_DISWDT] = c166_system,
        [XC_ENWDT] = c166_system,    [XC_EINIT] = c166_system,
        [XC_SRST] = c166_system,     [XC_SBRK] = c166_system,
    };
    assert (op < XC_OPS);
    return of[op];
}

void
xc167_execute (struct micro_core *c, const struct xc167_instruction *i)
{
    uint32_t pc = core_pc (c), address = xc167_address (pc);
    executor *execute = executor_of (i->op);
    if (i->op <= XC_MAC) {
        execute_trap (c, i, pc);
        return;
    }
    skip (c, pc, i->bytes);
    if (operand_is_open (i))
        core_fail (c, FAULT_OTHER, false);
    if (execute)
        execute (c, i);
    else if (i->op >= XC_JB && i->op <= XC_JNBS)
        c166_bit_jump (c, i, address);
    else if (i->op != XC_NOP)
        c166_flow (c, i, address);
}
