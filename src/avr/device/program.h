/* program.h -- everything about a firmware that does not change while it
 * runs: code, device, what is asked, how it is explored.
 *
 * Immutable once made; shared by all clones of a machine.  The wire form is what
 * members get. */
#ifndef AVR_DEVICE_PROGRAM_H
#define AVR_DEVICE_PROGRAM_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/problem.h"
#include "base/vec.h"
#include "avr/device/code.h"
#include "avr/device/device.h"

/* How much of memory may stay unknown. */
enum avr_memory {
    AVR_EXACT, /* inputs are chosen when they are read; only what was never
                   written may be unknown */
    AVR_BITS,  /* every bit by itself may be unknown */
    AVR_BYTES, /* a byte is known or not, as a whole */
    AVR_SYMBOLIC_STACK /* as bits; below the stack pointer nothing is known */
};

/* Reductions, each a bit; all are on by default. */
enum avr_reduction {
    AVR_DELAY = 1,      /* inputs stay unknown until they are needed (not with
                           AVR_EXACT) */
    AVR_LAZY_FLAGS = 2, /* interrupt flags stay unknown until they matter */
    AVR_LAZY_STACK = 4, /* so do stack cells (AVR_SYMBOLIC_STACK) */
    AVR_DEAD = 8,       /* what is not used any more is forgotten */
    AVR_PATH = 16       /* chains without branching are one edge */
};

enum avr_fault { /* faults and cuts of an edge */
                 FAULT_NONE,
                 FAULT_INVARIANT,
                 FAULT_STACK_INTO_DATA, /* the stack holds cells below the end of data and bss:
                              by a push, or where the stack pointer was set */
                 FAULT_STACK_INTO_HEAP, /* the same for what malloc has given */
                 FAULT_STACK_UNDERFLOW, /* a pop or return above the end of SRAM */
                 FAULT_WRITE_OUTSIDE, /* a store to where nothing is */
                 FAULT_JUMP_OUTSIDE,  /* the program counter left the code */
                 FAULT_UNHANDLED,     /* an interrupt that has no handler */
                 FAULT_BAD_OPCODE,
                 FAULT_SPM,         /* cut: the program writes its own code */
                 FAULT_STACK_IN_IO, /* cut: the stack pointer points into registers */
                 FAULT_OTHER,       /* cut */
                 FAULTS
};

/* A restriction of the inputs (--environment). */
struct avr_allowed {
    uint16_t address; /* of the register that is read: PINx, ADCL, .. */
    uint8_t mask;     /* bits that it is about */
    struct VEC (uint8_t) values; /* allowed values of these bits; none: any */
};

struct avr_environment {
    struct VEC (struct avr_allowed) allowed;
    uint16_t adc_least, adc_most; /* 0 .. 1023 */
    uint64_t forbidden;           /* a bit per interrupt vector: never comes */
};

/* One step of a compiled expression, for a machine with a stack of wide
 * integers (avr/property/property.c).  What has no value (an index that is too large, a
 * division by 0, a shift by -1) makes the whole expression false. */
enum avr_word {
    WORD_CONSTANT, /* value */
    WORD_BYTES,    /* `size` bytes at `address`, low first; signed if so; with a
                      stride: at `address` plus the offset that it pops */
    WORD_BITS,     /* bits [bit, bit + width) of that */
    WORD_PC,       /* byte address of the next instruction */
    WORD_INDEX, /* pops an index, which must be below `count`, and gives index
                      * stride; with a size: pops an offset, too, and adds it */
    WORD_OPERATOR, /* value: of enum avr_operator (avr/property/property.h) */
    WORD_BOOL,     /* normalises to 0 or 1 */
    WORD_SKIP,     /* value: how many words are skipped */
    WORD_SKIP_IF,  /* .. if the top is not 0, which then stays; else, and always
                      with a size, it is popped */
    WORD_SKIP_IF_NOT
};

struct avr_item {
    uint8_t word, size, bit, width;
    bool is_signed;
    uint16_t address, stride, count;
    int64_t value;
};

struct avr_property {
    struct VEC (struct avr_item) item; /* the invariant; none: true */
    uint8_t *observed;                 /* a bit per data address it reads */
    bool reads_pc;
};

struct avr_program {
    const struct avr_device *device;
    uint16_t *code;      /* owned; device->flash_bytes / 2 words, 0xffff where
                            nothing was loaded */
    uint32_t code_words; /* words that were loaded; beyond is no code */
    struct avr_instruction *instruction; /* owned; one per word */
    uint16_t data_end; /* first data address behind .data and .bss */
    /* avr-libc's heap, if its end is looked at: data addresses of the two
     * variables that say where it begins and ends (__malloc_heap_start,
     * __brkval), both observed; 0: none. */
    uint16_t heap_start, heap_end;
    uint32_t begin;   /* word address from which on the invariant is asked:
                            main, since memory is not set up before; 0: reset */
    uint64_t handled; /* vectors with a handler of their own */
    enum avr_memory memory;
    unsigned reductions;
    unsigned checks; /* a bit per enum avr_fault that is a fault; others
                            that cannot be passed are cuts */
    struct avr_environment environment;
    struct avr_property property;
    /* What formulas speak of (machine/generator.h: label), in order; `property` observes
     * what they read. */
    struct VEC (struct avr_property) proposition;
    struct VEC (uint16_t) eager; /* word addresses of instructions whose inputs
                                    are chosen at once, in rising order */
    struct avr_live
        *live;       /* owned; of AVR_DEAD (avr/reduce/flow.h); may be null */
    unsigned broken; /* test only: bits of rules that are broken */
};

enum { AVR_PROPOSITIONS = 32 }; /* at most */

/* Rules that tests break on purpose. */
enum avr_broken {
    BROKEN_SEI_DELAY = 1,   /* an interrupt may come right after SEI */
    BROKEN_INTERRUPT = 2,   /* the timer overflow interrupt never comes */
    BROKEN_DELAY = 4,       /* a delayed bit is taken as 0 when it is needed */
    BROKEN_LAZY_FLAGS = 8,  /* a flag that was not looked at is lost */
    BROKEN_LAZY_STACK = 16, /* cells below the pointer are known to be 0 */
    BROKEN_DEAD = 32,       /* what only interrupts read is taken as dead */
    BROKEN_PATH = 64        /* walks go through changes of observed bytes */
};

/* The stack is kept out of this heap as well (see heap_start); before it is
 * finished, once the property is read. */
void avr_program_heap (struct avr_program *, uint16_t start, uint16_t end);
/* Decodes the code and makes what is derived.  The rest is filled in before. */
void avr_program_finish (struct avr_program *);
void avr_program_clear (struct avr_program *);
void avr_program_write (const struct avr_program *, struct buffer *);
bool avr_program_read (struct avr_program *, struct reader *, struct problem *);
struct digest avr_program_digest (const struct avr_program *);
bool avr_is_eager (const struct avr_program *, uint32_t pc);
const char *avr_fault_name (uint32_t fault);

#endif
