/* operand.h -- where operands of instructions are. */
#ifndef XC167_CORE_OPERAND_H
#define XC167_CORE_OPERAND_H

#include "xc167/core/value.h"

struct operand_place {
    bool is_gpr;
    uint16_t place;   /* of a GPR */
    uint32_t address; /* of anything else */
};

/* Registers that come before or after are counted here.  Not of constants. */
struct operand_place operand_find (struct micro_core *,
                                   const struct xc167_operand *, bool is_byte);
/* The same without counting: [-Rn] points where it will. */
struct operand_place operand_look (struct micro_core *,
                                   const struct xc167_operand *, bool is_byte);
struct xc167_value operand_load (struct micro_core *,
                                 const struct operand_place *, bool is_byte);
void operand_store (struct micro_core *, const struct operand_place *,
                    struct xc167_value, bool is_byte);
/* Of a word. */
bool operand_is_psw (const struct operand_place *);
/* A constant, or what is found and loaded. */
struct xc167_value operand_worth (struct micro_core *,
                                  const struct xc167_operand *, bool is_byte);
/* Does the manual leave open what comes first, as a register is counted that the other
 * operand needs? */
bool operand_is_open (const struct xc167_instruction *);

/* A bit; want only this one of the word. */
unsigned operand_load_bit (struct micro_core *, const struct operand_place *,
                           unsigned bit);
void operand_store_bits (struct micro_core *, const struct operand_place *,
                         struct xc167_value, uint16_t which);

#endif
