/* execute.h -- groups of instructions, for avr_execute alone.
 *
 * Each does what the instruction set manual says, but leaves the program
 * counter to avr_execute; those of execute_flow.c give the next one. */
#ifndef AVR_CORE_EXECUTE_H
#define AVR_CORE_EXECUTE_H

#include "avr/core/core.h"

/* execute_alu.c: arithmetic; the operands must be known. */
void execute_add (struct avr_core *, const struct avr_instruction *);
void execute_subtract (struct avr_core *, const struct avr_instruction *);
void execute_subtract_constant (struct avr_core *,
                                const struct avr_instruction *);
void execute_count (struct avr_core *, const struct avr_instruction *);
void execute_negate (struct avr_core *, const struct avr_instruction *);
void execute_word (struct avr_core *, const struct avr_instruction *);
void execute_multiply (struct avr_core *, const struct avr_instruction *);

/* execute_logic.c: bit by bit; what is unknown stays so. */
void execute_logic (struct avr_core *, const struct avr_instruction *);
void execute_shift (struct avr_core *, const struct avr_instruction *);
void execute_double (struct avr_core *, const struct avr_instruction *);
void execute_bit (struct avr_core *, const struct avr_instruction *);

/* execute_memory.c */
void execute_memory (struct avr_core *, const struct avr_instruction *);
void execute_program_memory (struct avr_core *, const struct avr_instruction *);

/* execute_flow.c: where it goes from `pc`. */
uint32_t execute_flow (struct avr_core *, const struct avr_instruction *,
                       uint32_t pc);
void execute_sleep (struct avr_core *);
void execute_push_pc (struct avr_core *, uint32_t pc);

#endif
