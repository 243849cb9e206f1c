/* core.h -- the C166SV2 core: micro/core.h with registers and memories of a device,
 * a register bank that CP says where, words, a system stack that grows down, and
 * sequences of instructions that override addresses and hold interrupts off. */
#ifndef XC167_CORE_CORE_H
#define XC167_CORE_CORE_H

#include "micro/core.h"
#include "xc167/device/program.h"

enum xc167_head {
    /* The sequence of ATOMIC or EXTx: bits 0 to 2 instructions that are left, 3
     * registers are extended, 4 a page and 5 a segment is overridden, 6 and 7 the high
     * bits of the page. */
    HEAD_SEQUENCE = HEAD_OWN,
    HEAD_OVERRIDE = HEAD_OWN + 1, /* page (low bits) or segment */
    /* What interrupts PSW let in before it was changed: bits 0 to 3 ILVL, 4 IEN, 5 and
     * 6 for how many more instructions that may count; 7 the device is powered down. */
    HEAD_BEFORE = HEAD_OWN + 2
};

enum {
    SEQUENCE_LEFT = 0x07,
    SEQUENCE_REGISTERS = 0x08,
    SEQUENCE_PAGE = 0x10,
    SEQUENCE_SEGMENT = 0x20,
    SEQUENCE_HIGH = 6, /* shift */
    BEFORE_IEN = 0x10,
    BEFORE_COUNT = 5, /* shift */
    BEFORE_DOWN = 0x80
};

enum xc167_mode {
    MODE_INITIALISED = MODE_OWN, /* EINIT or SRVWDT was executed */
    MODE_NO_WATCHDOG = 32,       /* DISWDT was, in time */
    MODE_TRAP_A = 64,            /* in the service of a trap of class A */
    MODE_TRAP_B = 128
};

struct xc167_value {
    uint16_t bits, unknown; /* bits is 0 where unknown is 1 */
};

static inline const struct xc167_program *
xc167_of (const struct micro_core *c)
{
    return (const struct xc167_program *) c->program;
}

void xc167_power_on (struct micro_core *);
/* A reset while it runs: memory keeps what it holds. */
void xc167_restart (struct micro_core *);
/* An interrupt that must come may wait for one more instruction: flags rise while
 * instructions are executed, and how soon a change of PSW or of a control register
 * is seen is no matter of instructions. */
void xc167_late (struct micro_core *);
/* Interrupt level and enable bit of PSW are about to change: what was let in until
 * now may still come for two more instructions. */
void xc167_before (struct micro_core *);

/* ---- words (access.c).  Places are those of the data space. */

struct xc167_value xc167_get (const struct micro_core *, uint16_t place);
uint16_t xc167_need (struct micro_core *, uint16_t place);
void xc167_set (struct micro_core *, uint16_t place, struct xc167_value);
void xc167_put (struct micro_core *, uint16_t place, uint16_t);
/* Chooses every unknown bit. */
uint16_t xc167_know (struct micro_core *, struct xc167_value);

/* The place of GPR n: of the word, and of the byte. */
uint16_t xc167_gpr (const struct micro_core *, unsigned n);
uint16_t xc167_gpr_byte (const struct micro_core *, unsigned n);
uint16_t xc167_need_gpr (struct micro_core *, unsigned n);

/* A 16-bit data address as 24 bits: through a DPP or what overrides it. */
uint32_t xc167_physical (const struct micro_core *, uint16_t address);
/* The place of an address; XC167_NONE: none. */
static inline uint16_t
xc167_place_at (const struct micro_core *c, uint32_t address)
{
    if (address < XC167_LOW || address > 0xffff)
        return XC167_NONE;
    return xc167_of (c)->place[address - XC167_LOW];
}

/* Loads and stores as instructions do them, of a word or a byte: registers behave
 * (sfr.h), words at odd addresses trap, stores to where nothing is are faults. */
struct xc167_value xc167_load (struct micro_core *, uint32_t address,
                               bool is_byte);
void xc167_store (struct micro_core *, uint32_t address, struct xc167_value,
                  bool is_byte);
/* Flags that a trap was asked for (trap.h serves it). */
void xc167_request_trap (struct micro_core *, uint16_t flag);

void xc167_push (struct micro_core *, struct xc167_value);
struct xc167_value xc167_pop (struct micro_core *);

/* ---- flags */

/* Those in `which` become what `bits` and `unknown` say. */
void xc167_flags (struct micro_core *, uint8_t which, uint8_t bits,
                  uint8_t unknown);
bool xc167_need_flag (struct micro_core *, enum xc167_flag);

/* ---- flow */

static inline uint32_t
xc167_address (uint32_t pc)
{
    return 2 * pc;
}
/* To a code address; one that is odd, or where no code is, is a fault. */
void xc167_go (struct micro_core *, uint32_t address);

#endif
