/* execute.h -- groups of instructions, for xc167_execute alone.
 *
 * Each does what the instruction set manual says.  The program counter stands behind
 * the instruction already. */
#ifndef XC167_CORE_EXECUTE_H
#define XC167_CORE_EXECUTE_H

#include "xc167/core/operand.h"

/* execute_alu.c: sums and differences; the operands are known. */
void c166_sum (struct micro_core *, const struct xc167_instruction *);
void c166_count (struct micro_core *, const struct xc167_instruction *);
void c166_negate (struct micro_core *, const struct xc167_instruction *);
/* execute_multiply.c: and divisions, shifts, PRIOR. */
void c166_multiply (struct micro_core *, const struct xc167_instruction *);
void c166_divide (struct micro_core *, const struct xc167_instruction *);
void c166_shift (struct micro_core *, const struct xc167_instruction *);
void c166_prior (struct micro_core *, const struct xc167_instruction *);
/* execute_logic.c: bit by bit; what is unknown stays so. */
void c166_logic (struct micro_core *, const struct xc167_instruction *);
void c166_move (struct micro_core *, const struct xc167_instruction *);
void c166_extend (struct micro_core *, const struct xc167_instruction *);
void c166_stack (struct micro_core *, const struct xc167_instruction *);
/* E, Z and N of a value. */
void c166_test (struct micro_core *, struct xc167_value, bool is_byte);
/* execute_bits.c */
void c166_bits (struct micro_core *, const struct xc167_instruction *);
void c166_bit (struct micro_core *, const struct xc167_instruction *);
void c166_field (struct micro_core *, const struct xc167_instruction *);
/* execute_flow.c; `address` is that of the instruction. */
void c166_flow (struct micro_core *, const struct xc167_instruction *,
                uint32_t address);
void c166_bit_jump (struct micro_core *, const struct xc167_instruction *,
                    uint32_t address);
/* execute_system.c */
void c166_sequence (struct micro_core *, const struct xc167_instruction *);
void c166_system (struct micro_core *, const struct xc167_instruction *);

#endif
