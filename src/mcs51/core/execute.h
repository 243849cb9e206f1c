/* execute.h -- one instruction. */
#ifndef MCS51_CORE_EXECUTE_H
#define MCS51_CORE_EXECUTE_H

#include "mcs51/core/core.h"

/* The instruction alone, program counter included, without anything around it. */
void mcs51_execute (struct micro_core *, const struct mcs51_instruction *);
void mcs51_push_pc (struct micro_core *, uint16_t pc);

/* ---- groups of instructions, for mcs51_execute alone; they leave the program
 * counter to it. */

/* execute_alu.c: arithmetic, whose operands must be known; and what works bit by bit,
 * where what is unknown stays so. */
void mcs51_arithmetic (struct micro_core *, const struct mcs51_instruction *);
void mcs51_logic (struct micro_core *, const struct mcs51_instruction *);
/* execute_bit.c: single bits and the carry. */
void mcs51_bits (struct micro_core *, const struct mcs51_instruction *);
/* execute_flow.c: where it goes; `next` is behind it. */
uint16_t mcs51_flow (struct micro_core *, const struct mcs51_instruction *,
                     uint16_t next);

#endif
