/* core.h -- the core of an AVR: micro/core.h with registers, I/O and SRAM in one
 * data space, flags, a stack that grows down. */
#ifndef AVR_CORE_CORE_H
#define AVR_CORE_CORE_H

#include "micro/core.h"
#include "avr/device/program.h"

enum avr_head {
    HEAD_TEMP = HEAD_OWN, /* latch of 16-bit registers */
    HEAD_PORT,            /* low byte of the address of a PORT that the last
                    instruction wrote; 0: none */
    HEAD_WINDOW, /* instructions left in which a protected bit may be written */
};

enum {
    MODE_TORN =
        MODE_OWN /* one byte of program->heap_end is stored, the other one
                            follows */
};

static inline const struct avr_program *
avr_of (const struct micro_core *c)
{
    return (const struct avr_program *) c->program;
}

uint32_t avr_state_size (const struct avr_device *);
void avr_power_on (struct micro_core *);
/* A reset while it runs: registers and SRAM keep what they hold. */
void avr_restart (struct micro_core *);
/* SREG.I was set: the shadow is cast. */
void avr_status_set (struct micro_core *, uint8_t bits);
/* One more instruction may come before an interrupt that must: a flag rises
 * while that instruction is executed already, the manual has one behind every
 * RETI, and how soon flags and enable bits are seen is told nowhere.  Nothing
 * while interrupts cannot come at all. */
void avr_late (struct micro_core *);
void avr_set_pc (struct micro_core *, uint32_t pc); /* modulo the flash */

/* A cell that the stack pointer has left (MICRO_LAZY_STACK). */
void avr_forget_cell (struct micro_core *, uint16_t address);
/* A flag of SREG: 0, 1 or 2 for unknown; needed: 0 or 1. */
unsigned avr_flag (const struct micro_core *, enum avr_flag_bit);
bool avr_need_flag (struct micro_core *, enum avr_flag_bit);
void avr_set_flag (struct micro_core *, enum avr_flag_bit, unsigned);
uint16_t avr_sp (struct micro_core *); /* chosen if unknown */

/* Loads and stores as instructions do them: I/O behaves (io.h), addresses
 * where nothing is are faults. */
struct micro_value avr_load (struct micro_core *, uint16_t address);
void avr_store (struct micro_core *, uint16_t address, struct micro_value);
void avr_push (struct micro_core *, struct micro_value);
struct micro_value avr_pop (struct micro_core *);
/* One bit, as SBI and CBI write it (see io_store_bit) and SBIC reads it. */
void avr_store_bit (struct micro_core *, uint16_t address, unsigned bit, bool);
bool avr_load_bit (struct micro_core *, uint16_t address, unsigned bit);

#endif
