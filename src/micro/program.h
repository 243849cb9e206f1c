/* program.h -- what every firmware has that does not change while it runs: what is
 * asked of it, and how it is explored.  What a kind of microcontroller has besides
 * (code, device) stands behind this in a struct of its own.
 *
 * Immutable once made; shared by all clones of a machine.  The wire form is what
 * members get. */
#ifndef MICRO_PROGRAM_H
#define MICRO_PROGRAM_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/problem.h"
#include "base/vec.h"

struct micro_class; /* micro/class.h */

/* How much of memory may stay unknown. */
enum micro_memory {
    MICRO_EXACT, /* inputs are chosen when they are read; only what was never
                    written may be unknown */
    MICRO_BITS,  /* every bit by itself may be unknown */
    MICRO_BYTES, /* a byte is known or not, as a whole */
    MICRO_SYMBOLIC_STACK /* as bits; beyond the stack pointer nothing is known */
};

/* Reductions, each a bit; all are on by default. */
enum micro_reduction {
    MICRO_DELAY = 1,      /* inputs stay unknown until they are needed (not with
                             MICRO_EXACT) */
    MICRO_LAZY_FLAGS = 2, /* interrupt flags stay unknown until they matter */
    MICRO_LAZY_STACK = 4, /* so do stack cells (MICRO_SYMBOLIC_STACK) */
    MICRO_DEAD = 8,       /* what is not used any more is forgotten */
    MICRO_PATH = 16       /* chains without branching are one edge */
};

enum micro_fault { /* faults and cuts of an edge */
                   FAULT_NONE,
                   FAULT_INVARIANT,
                   FAULT_STACK_INTO_DATA, /* the stack holds cells that are data, or
                              none at all: by a push, or where the stack pointer
                              was set */
                   FAULT_STACK_INTO_HEAP, /* the same for what malloc has given */
                   FAULT_STACK_UNDERFLOW, /* a pop or return of what no push left */
                   FAULT_WRITE_OUTSIDE, /* a store to where nothing is */
                   FAULT_JUMP_OUTSIDE,  /* the program counter left the code */
                   FAULT_UNHANDLED,     /* an interrupt that has no handler */
                   FAULT_BAD_OPCODE,
                   FAULT_OPERAND,     /* a word at an odd address */
                   FAULT_SPM,         /* cut: the program writes its own code */
                   FAULT_STACK_IN_IO, /* cut: the stack pointer points into
                              registers */
                   FAULT_USB,         /* cut: the program uses USB */
                   FAULT_EXTERNAL,    /* cut: memory outside is read */
                   FAULT_OTHER,       /* cut */
                   FAULTS
};

/* A restriction of the inputs (--environment). */
struct micro_allowed {
    uint16_t address; /* of the register that is read: PINx, ADCL, .. */
    uint8_t mask;     /* bits that it is about */
    struct VEC (uint8_t) values; /* allowed values of these bits; none: any */
};

struct micro_environment {
    struct VEC (struct micro_allowed) allowed;
    uint16_t adc_least, adc_most; /* 0 .. 1023 */
    uint64_t forbidden;           /* a bit per interrupt vector: never comes */
};

/* One step of a compiled expression, for a machine with a stack of wide
 * integers (micro/property/property.c).  What has no value (an index that is too
 * large, a division by 0, a shift by -1) makes the whole expression false. */
enum micro_word {
    WORD_CONSTANT, /* value */
    WORD_BYTES,    /* `size` bytes at `address`, low first; signed if so; with a
                      stride: at `address` plus the offset that it pops */
    WORD_BITS,     /* bits [bit, bit + width) of that */
    WORD_PC,       /* byte address of the next instruction */
    WORD_READS, /* did the step before read `bit` of `address`, and was it `value`? */
    WORD_INDEX, /* pops an index, which must be below `count`, and gives index
                      * stride; with a size: pops an offset, too, and adds it */
    WORD_OPERATOR, /* value: of enum micro_operator (micro/property/property.h) */
    WORD_BOOL,     /* normalises to 0 or 1 */
    WORD_SKIP,     /* value: how many words are skipped */
    WORD_SKIP_IF, /* .. if the top is not 0, which then stays; else, and always
                      with a size, it is popped */
    WORD_SKIP_IF_NOT
};

struct micro_item {
    uint8_t word, size, bit, width;
    bool is_signed;
    uint16_t address, stride, count;
    int64_t value;
};

struct micro_property {
    struct VEC (struct micro_item) item; /* the invariant; none: true */
    uint8_t *observed;                   /* a bit per data address it reads */
    bool reads_pc;
};

/* Bits of a register that comes from outside, whose reads are kept in HEAD_READS. */
struct micro_reads {
    uint16_t address;
    uint8_t bits;
    uint8_t code; /* below those of this register (micro/reads.h) */
};

struct micro_program {
    const struct micro_class *class;
    uint32_t data_size; /* bytes of the data space */
    uint32_t hot;   /* those below this address change with every instruction */
    uint32_t begin; /* program counter from which on the invariant is asked:
                           main, since memory is not set up before, or start */
    uint32_t start; /* program counter after a reset */
    uint64_t handled; /* vectors with a handler of their own */
    enum micro_memory memory;
    unsigned reductions;
    unsigned checks; /* a bit per enum micro_fault that is a fault; others
                            that cannot be passed are cuts */
    struct micro_environment environment;
    struct micro_property property;
    /* What formulas speak of (machine/generator.h: label), in order; `property`
     * observes what they read. */
    struct VEC (struct micro_property) proposition;
    struct VEC (struct micro_reads) reads; /* that these ask for, by address */
    struct VEC (
        uint32_t) eager; /* program counters of instructions whose inputs
                                    are chosen at once, in rising order */
    unsigned broken;     /* test only: bits of rules that are broken */
};

enum { MICRO_PROPOSITIONS = 32 }; /* at most */

/* Rules that tests break on purpose. */
enum micro_broken {
    BROKEN_SEI_DELAY = 1,   /* an interrupt may come right after SEI */
    BROKEN_INTERRUPT = 2,   /* the timer overflow interrupt never comes */
    BROKEN_DELAY = 4,       /* a delayed bit is taken as 0 when it is needed */
    BROKEN_LAZY_FLAGS = 8,  /* a flag that was not looked at is lost */
    BROKEN_LAZY_STACK = 16, /* cells beyond the pointer are known to be 0 */
    BROKEN_DEAD = 32,       /* what only interrupts read is taken as dead */
    BROKEN_PATH = 64        /* walks go through changes of observed bytes */
};

void micro_program_init (struct micro_program *, const struct micro_class *);
/* All but what the kind of machine added. */
void micro_program_clear (struct micro_program *);
/* The part that all have, as bytes. */
void micro_program_write (const struct micro_program *, struct buffer *);
/* The same back, of a program whose data_size is known; its program counters are
 * below `code`.  False: malformed. */
bool micro_program_read (struct micro_program *, struct reader *,
                         uint32_t code);
/* A number below `limit`; else the reader fails. */
uint32_t micro_read_below (struct reader *, uint64_t limit);

bool micro_is_eager (const struct micro_program *, uint32_t pc);
const char *micro_fault_name (uint32_t fault);

#endif
