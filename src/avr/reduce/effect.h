/* effect.h -- what an instruction reads and overwrites, and where it goes:
 * the facts that control flow, liveness and the search for values share. */
#ifndef AVR_REDUCE_EFFECT_H
#define AVR_REDUCE_EFFECT_H

#include "avr/device/program.h"
#include "micro/reduce/flow.h"

enum avr_access {
    ACCESS_NONE,
    ACCESS_LOAD, /* of the data space, at the constant `address` */
    ACCESS_STORE,
    ACCESS_LOAD_AT, /* through the pointer r27:r26, r29:r28 or r31:r30 */
    ACCESS_STORE_AT,
    ACCESS_POP, /* `bytes` bytes of the stack */
    ACCESS_PUSH
};

struct avr_effect {
    uint32_t uses, kills;             /* a bit per register */
    uint8_t flags_used, flags_killed; /* a bit per flag of SREG, without I */
    uint8_t access;                   /* enum avr_access */
    uint8_t pointer;                  /* lower register of it */
    int16_t offset; /* added to the pointer, for the address */
    uint16_t address;
    uint8_t bytes; /* 2 of the stack: a program counter, which may have 3 */
};

/* Direct accesses of registers and SREG through their addresses stand in uses,
 * kills and flags, too. */
void avr_effect_of (const struct avr_instruction *, struct avr_effect *);

/* Where control may go from the instruction at pc, apart from what memory or
 * registers say (returns, IJMP, ICALL) and from behind a call. */
size_t avr_successors (const struct avr_program *, uint32_t pc,
                       uint32_t target[2]);
/* The same as micro/reduce/flow.h has it. */
void avr_turn (const struct avr_program *, uint32_t pc, struct micro_turn *);
/* Program counters count modulo the flash. */
uint32_t avr_wrapped (const struct avr_program *, uint32_t pc);
bool avr_is_call (const struct avr_instruction *); /* CALL, RCALL, ICALL */

#endif
