/* core.h -- a state of the microcontroller while it is worked on.
 *
 * A state is head, data, mask.  Head: HEAD_SIZE bytes.  Data: the data space, a
 * byte per address from 0 (r0) to the end of SRAM.  Mask: as many bytes; a bit
 * that is 1 there is unknown, and 0 in data, so that equal states have equal
 * bytes.
 *
 * Nothing happens in secret: all that nobody determines goes through
 * core_choose.  A step that is run with `branching` forbidden and wants to
 * choose is given up, and everything that it did is undone. */
#ifndef AVR_CORE_CORE_H
#define AVR_CORE_CORE_H

#include "avr/device/program.h"

enum avr_head {
    HEAD_PC = 0,     /* 2 bytes, low first: word address */
    HEAD_MODE = 2,   /* bits of enum avr_mode */
    HEAD_TEMP = 3,   /* latch of 16-bit registers */
    HEAD_PORT = 4,   /* low byte of the address of a PORT that the last
                        instruction wrote; 0: none */
    HEAD_WINDOW = 5, /* instructions left in which a protected bit may be
                        written */
    HEAD_SIZE = 8
};

enum avr_mode {
    MODE_SHADOW = 1, /* one more instruction before an interrupt: after SEI,
                        RETI, and what else sets SREG.I */
    MODE_SLEEP = 2,  /* until an interrupt */
    MODE_BEGUN = 4, /* program->begin was reached: from here on the invariant is
                        asked, and observed bytes are known */
    MODE_LATE = 8,  /* an interrupt that must come may wait for one more
                        instruction (core_late) */
    MODE_TORN = 16  /* one byte of program->heap_end is stored, the other one
                        follows */
};

struct avr_value {
    uint8_t bits, unknown; /* bits is 0 where unknown is 1 */
};

/* An old byte of the state. */
struct avr_undo {
    uint32_t at;
    uint8_t old;
};

enum { AVR_UNDO = 512, AVR_CHOICES = 64, AVR_BUSY = 16 };

/* The choices of one run of a step: those made so far are repeated, further
 * ones begin with 0.  choices_next goes to the next combination. */
struct avr_choices {
    uint32_t value[AVR_CHOICES], arity[AVR_CHOICES];
    unsigned made; /* known from before */
    unsigned used; /* asked for in this run */
};

void choices_init (struct avr_choices *);
void choices_rewind (struct avr_choices *); /* before a run */
bool choices_next (struct avr_choices *);   /* after it; false: that was all */

struct avr_core {
    const struct avr_program *program;
    uint8_t *state, *data, *mask; /* data and mask point into state */
    uint32_t size, data_size;     /* bytes of a state; of its data */
    struct avr_choices *choices;
    bool branching; /* may choose */
    bool branched;  /* wanted to, and may not: the step must be undone */
    bool observed;  /* an observed byte changed in this step */
    bool input;     /* something from outside was read in this step */
    uint32_t fault; /* enum avr_fault; 0: none */
    uint32_t cut;   /* the same for cuts */
    /* Bits that the core itself looks at; null: the device has none. */
    const struct avr_bit *sleep_enable, *vector_select, *watchdog;
    /* Registers with busy bits that the property asks for. */
    const struct avr_register *busy[AVR_BUSY];
    unsigned busy_count;
    struct avr_undo undo[AVR_UNDO];
    unsigned undos;
};

uint32_t avr_state_size (const struct avr_device *);
/* Where the parts of a state end: head, registers and I/O first. */
size_t avr_state_parts (const struct avr_device *, uint32_t ends[],
                        size_t most);

/* The core works on `state` (avr_state_size bytes, borrowed). */
void core_init (struct avr_core *, const struct avr_program *);
void core_enter (struct avr_core *, uint8_t *state);
/* The state after power-on, whatever was there before: cannot be undone.  May
 * choose what nobody determines and the invariant asks for. */
void core_reset (struct avr_core *);
/* A reset while it runs: registers and SRAM keep what they hold. */
void core_restart (struct avr_core *);
/* Before a step; and takes back what was done since. */
void core_begin (struct avr_core *);
void core_undo (struct avr_core *);
/* Is the invariant asked here?  (MODE_BEGUN) */
bool core_begun (const struct avr_core *);
/* Sets MODE_BEGUN if the program counter is where the program begins. */
void core_look (struct avr_core *);
/* One more instruction may come before an interrupt that must: a flag rises
 * while that instruction is executed already, the manual has one behind every
 * RETI, and how soon flags and enable bits are seen is told nowhere.  Nothing
 * while interrupts cannot come at all. */
void core_late (struct avr_core *);
/* Something went wrong: a fault if program->checks says so, else a cut unless
 * the machine can go on (`passable`).  The first one of a step counts. */
void core_fail (struct avr_core *, enum avr_fault, bool passable);

uint32_t core_pc (const struct avr_core *);
void core_set_pc (struct avr_core *, uint32_t pc); /* modulo the flash */
uint8_t core_head (const struct avr_core *, enum avr_head);
void core_set_head (struct avr_core *, enum avr_head, uint8_t);

/* One of 0 .. arity - 1; 0 if branching is forbidden.  More than AVR_CHOICES in
 * one step: a cut. */
uint32_t core_choose (struct avr_core *, uint32_t arity);
/* Chooses every unknown bit. */
uint8_t core_know (struct avr_core *, struct avr_value);

/* Bytes as they are, without what I/O does; for registers, SRAM, SREG. */
struct avr_value core_get (const struct avr_core *, uint16_t address);
/* Notes what changes; a byte that is observed once it has begun, or that
 * AVR_BYTES wants whole (registers and SRAM; each bit of I/O is a thing of its
 * own), is made so here.  SREG.I is always known, and setting it casts the
 * shadow. */
void core_set (struct avr_core *, uint16_t address, struct avr_value);
/* The byte with its unknown bits chosen, and kept that way. */
uint8_t core_need (struct avr_core *, uint16_t address);
bool core_need_bit (struct avr_core *, uint16_t address, unsigned bit);
void core_put (struct avr_core *, uint16_t address, uint8_t); /* known */
/* A cell that the stack pointer has left (AVR_LAZY_STACK). */
void core_forget_cell (struct avr_core *, uint16_t address);
/* A flag of SREG: 0, 1 or 2 for unknown; needed: 0 or 1. */
unsigned core_flag (const struct avr_core *, enum avr_flag_bit);
bool core_need_flag (struct avr_core *, enum avr_flag_bit);
void core_set_flag (struct avr_core *, enum avr_flag_bit, unsigned);
uint16_t core_sp (struct avr_core *); /* chosen if unknown */

/* Loads and stores as instructions do them: I/O behaves (io.h), addresses
 * where nothing is are faults. */
struct avr_value core_load (struct avr_core *, uint16_t address);
void core_store (struct avr_core *, uint16_t address, struct avr_value);
void core_push (struct avr_core *, struct avr_value);
struct avr_value core_pop (struct avr_core *);
/* One bit, as SBI and CBI write it (see io_store_bit) and SBIC reads it. */
void core_store_bit (struct avr_core *, uint16_t address, unsigned bit, bool);
bool core_load_bit (struct avr_core *, uint16_t address, unsigned bit);

bool core_sound (const struct avr_core *); /* canonical, observed known */

#endif
