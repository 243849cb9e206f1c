/* execute.h -- groups of instructions, for avr_execute alone.
 *
 * Each does what the instruction set manual says, but leaves the program
 * counter to avr_execute; those of execute_flow.c give the next one. */
#ifndef AVR_CORE_EXECUTE_H
#define AVR_CORE_EXECUTE_H

#include "avr/core/core.h"

/* execute_alu.c: arithmetic; the operands must be known. */
void execute_add (struct micro_core *, const struct avr_instruction *);
void execute_subtract (struct micro_core *, const struct avr_instruction *);
void execute_subtract_constant (struct micro_core *,
                                const struct avr_instruction *);
void execute_count (struct micro_core *, const struct avr_instruction *);
void execute_negate (struct micro_core *, const struct avr_instruction *);
void execute_word (struct micro_core *, const struct avr_instruction *);
void execute_multiply (struct micro_core *, const struct avr_instruction *);

/* execute_logic.c: bit by bit; what is unknown stays so. */
void execute_logic (struct micro_core *, const struct avr_instruction *);
void execute_shift (struct micro_core *, const struct avr_instruction *);
void execute_double (struct micro_core *, const struct avr_instruction *);
void execute_bit (struct micro_core *, const struct avr_instruction *);

/* execute_memory.c */
void execute_memory (struct micro_core *, const struct avr_instruction *);
void execute_program_memory (struct micro_core *,
                             const struct avr_instruction *);

/* execute_flow.c: where it goes from `pc`. */
uint32_t execute_flow (struct micro_core *, const struct avr_instruction *,
                       uint32_t pc);
void execute_sleep (struct micro_core *);
void execute_push_pc (struct micro_core *, uint32_t pc);

#endif
