/* core.h -- a state of a microcontroller while it is worked on.
 *
 * A state is head, data, mask.  Head: HEAD_SIZE bytes.  Data: the data space, a
 * byte per address from 0; the class says what is where.  Mask: as many bytes; a
 * bit that is 1 there is unknown, and 0 in data, so that equal states have equal
 * bytes.
 *
 * Nothing happens in secret: all that nobody determines goes through
 * core_choose.  A step that is run with `branching` forbidden and wants to
 * choose is given up, and everything that it did is undone. */
#ifndef MICRO_CORE_H
#define MICRO_CORE_H

#include "micro/program.h"

enum micro_head {
    HEAD_PC = 0,      /* 2 bytes, low first: in units of the class */
    HEAD_MODE = 2,    /* bits of enum micro_mode */
    HEAD_OWN = 3,     /* this and the two behind it are the class's */
    HEAD_PC_HIGH = 6, /* third byte of the program counter, if it has one */
    HEAD_READS = 7, /* what the step before read from outside (micro/reads.h) */
    HEAD_SIZE = 8
};

enum micro_mode {
    MODE_SHADOW = 1, /* one more instruction before an interrupt: after SEI,
                        RETI, and what else lets them in */
    MODE_SLEEP = 2,  /* until an interrupt */
    MODE_BEGUN = 4, /* program->begin was reached: from here on the invariant is
                        asked, and observed bytes are known */
    MODE_LATE = 8,  /* an interrupt that must come may wait for one more
                        instruction */
    MODE_OWN = 16   /* this bit and those above are the class's */
};

struct micro_value {
    uint8_t bits, unknown; /* bits is 0 where unknown is 1 */
};

/* An old byte of the state. */
struct micro_undo {
    uint32_t at;
    uint8_t old;
};

enum { MICRO_UNDO = 1024, MICRO_CHOICES = 64 };

/* The choices of one run of a step: those made so far are repeated, further
 * ones begin with 0.  choices_next goes to the next combination. */
struct micro_choices {
    uint32_t value[MICRO_CHOICES], arity[MICRO_CHOICES];
    unsigned made; /* known from before */
    unsigned used; /* asked for in this run */
};

void choices_init (struct micro_choices *);
void choices_rewind (struct micro_choices *); /* before a run */
bool choices_next (struct micro_choices *); /* after it; false: that was all */

/* What can happen next. */
enum micro_event_kind {
    EVENT_INSTRUCTION,
    EVENT_INTERRUPT,
    EVENT_FLAG, /* only without MICRO_LAZY_FLAGS */
    EVENT_RESET /* power-on; while it runs: by a watchdog */
};

struct micro_event {
    uint8_t kind;
    uint8_t vector; /* of INTERRUPT; of FLAG: whose flag comes up */
};

enum { MICRO_EVENTS = 120 };

enum micro_end {
    STEP_DONE,    /* core->fault and core->cut may be set */
    STEP_BRANCHED /* not done: it has to choose and may not; all is as before */
};

struct micro_core {
    const struct micro_program *program;
    uint8_t *state, *data, *mask; /* data and mask point into state */
    uint32_t size, data_size;     /* bytes of a state; of its data */
    struct micro_choices *choices;
    bool branching; /* may choose */
    bool branched;  /* wanted to, and may not: the step must be undone */
    bool observed;  /* an observed byte changed in this step */
    bool input;     /* something from outside was read in this step */
    uint32_t fault; /* enum micro_fault; 0: none */
    uint32_t cut;   /* the same for cuts */
    struct micro_undo undo[MICRO_UNDO];
    unsigned undos;
};

uint32_t micro_state_size (const struct micro_program *);
/* Where the parts of a state end: head and what changes often first. */
size_t micro_state_parts (const struct micro_program *, uint32_t ends[],
                          size_t most);

/* The core works on `state` (micro_state_size bytes, borrowed). */
void core_init (struct micro_core *, const struct micro_program *);
void core_enter (struct micro_core *, uint8_t *state);
/* The state after power-on, whatever was there before: cannot be undone.  May
 * choose what nobody determines and the invariant asks for. */
void core_reset (struct micro_core *);
/* Before a step; and takes back what was done since. */
void core_begin (struct micro_core *);
void core_undo (struct micro_core *);
/* Is the invariant asked here?  (MODE_BEGUN) */
bool core_begun (const struct micro_core *);
/* Sets MODE_BEGUN if the program counter is where the program begins. */
void core_look (struct micro_core *);
/* Something went wrong: a fault if program->checks says so, else a cut unless
 * the machine can go on (`passable`).  The first one of a step counts. */
void core_fail (struct micro_core *, enum micro_fault, bool passable);

uint32_t core_pc (const struct micro_core *);
uint8_t core_head (const struct micro_core *, unsigned at);
void core_set_head (struct micro_core *, unsigned at, uint8_t);

/* One of 0 .. arity - 1; 0 if branching is forbidden.  More than MICRO_CHOICES in
 * one step: a cut. */
uint32_t core_choose (struct micro_core *, uint32_t arity);
/* Chooses every unknown bit. */
uint8_t core_know (struct micro_core *, struct micro_value);

/* Bytes as they are, without what registers of peripherals do. */
struct micro_value core_get (const struct micro_core *, uint16_t address);
/* Notes what changes; a byte that is observed once it has begun, or that
 * MICRO_BYTES wants whole (memory; each bit of I/O is a thing of its own), is made
 * so here.  Some bits of the status register are always known (micro/class.h). */
void core_set (struct micro_core *, uint16_t address, struct micro_value);
/* The byte with its unknown bits chosen, and kept that way. */
uint8_t core_need (struct micro_core *, uint16_t address);
bool core_need_bit (struct micro_core *, uint16_t address, unsigned bit);
void core_put (struct micro_core *, uint16_t address, uint8_t); /* known */

bool core_sound (const struct micro_core *); /* canonical, observed known */

#endif
