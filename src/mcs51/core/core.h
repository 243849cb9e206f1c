/* core.h -- the core of an MCS-51: micro/core.h with internal RAM, special function
 * registers and external RAM in one data space (mcs51/device/device.h), a stack that
 * grows up, interrupts of two priorities.
 *
 * The parity, bit 0 of PSW, is a function of ACC: it is made after each step, and is
 * unknown exactly if ACC is not wholly known. */
#ifndef MCS51_CORE_CORE_H
#define MCS51_CORE_CORE_H

#include "mcs51/device/program.h"
#include "micro/core.h"

enum mcs51_head {
    HEAD_SERVICE = HEAD_OWN /* a bit per priority whose interrupt is served */
};

enum { SERVICE_LOW = 1, SERVICE_HIGH = 2 };

/* With MODE_LATE: how many more instructions may come before an interrupt that
 * must: 3 bits count up to 2. */
enum { MODE_LATER = MODE_OWN };

static inline const struct mcs51_program *
mcs51_of (const struct micro_core *c)
{
    return (const struct mcs51_program *) c->program;
}

void mcs51_power_on (struct micro_core *);
/* A flag may have come up, or what permits interrupts was touched: a flag is looked
 * at once in a machine cycle, and acted upon one cycle later, at the end of an
 * instruction; so up to two more instructions come before the interrupt.  Nothing
 * while no interrupt can come. */
void mcs51_late (struct micro_core *);
/* The parity as ACC has it. */
void mcs51_parity (struct micro_core *);

/* ---- access.c: operands as instructions use them */

/* A flag of PSW: 0, 1 or 2 for unknown. */
unsigned mcs51_flag (const struct micro_core *, enum mcs51_flag_bit);
bool mcs51_need_flag (struct micro_core *, enum mcs51_flag_bit);
/* The flags in `which` become those of `v`; not the parity, not the bank. */
void mcs51_set_flags (struct micro_core *, uint8_t which, struct micro_value v);
void mcs51_set_carry (struct micro_core *, unsigned ternary);
/* The data address of R0 .. R7 of the bank that PSW names. */
uint16_t mcs51_register (const struct micro_core *, unsigned n);
/* Internal RAM by its own number, as @R0 and the stack reach it; UINT16_MAX: the
 * device has none there. */
uint16_t mcs51_cell (const struct micro_core *, unsigned number);

/* `modifies`: it is read to be written back, so of ports the latch is. */
struct micro_value mcs51_load_direct (struct micro_core *, uint8_t address,
                                      bool modifies);
void mcs51_store_direct (struct micro_core *, uint8_t address,
                         struct micro_value);
struct micro_value mcs51_load (struct micro_core *, struct mcs51_operand,
                               bool modifies);
void mcs51_store (struct micro_core *, struct mcs51_operand,
                  struct micro_value);
/* With its unknown bits chosen; it keeps what was chosen if it is kept. */
uint8_t mcs51_need (struct micro_core *, struct mcs51_operand, bool modifies);
/* 0, 1 or 2 for unknown; needed: 0 or 1, and kept that way if it is kept. */
unsigned mcs51_load_bit (struct micro_core *, uint8_t bit, bool modifies);
bool mcs51_need_bit (struct micro_core *, uint8_t bit, bool modifies);
void mcs51_store_bit (struct micro_core *, uint8_t bit, unsigned ternary);

void mcs51_push (struct micro_core *, struct micro_value);
struct micro_value mcs51_pop (struct micro_core *);
struct micro_value mcs51_load_external (struct micro_core *, uint16_t address);
void mcs51_store_external (struct micro_core *, uint16_t address,
                           struct micro_value);

#endif
