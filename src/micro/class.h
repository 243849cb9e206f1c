/* class.h -- what one kind of microcontroller is to the rooms that all share.
 *
 * A kind has a decoder, a step and tables of devices of its own; states, walks,
 * properties, replay and traces are here.  doc/machines.md tells how one is
 * added. */
#ifndef MICRO_CLASS_H
#define MICRO_CLASS_H

#include "machine/generator.h"
#include "micro/core.h"
#include "micro/image.h"
#include "micro/reduce/flow.h"
#include "micro/symbols.h"

/* A name of the device: a register, or bits of one. */
struct micro_place {
    uint16_t address;
    uint8_t size;       /* bytes */
    uint8_t bit, width; /* width 0: all of it */
    bool is_bit;        /* was named as one bit: has no address */
    const char *input;  /* the register, if what is named comes from outside */
};

enum micro_input {
    INPUT_UNKNOWN, /* no register is called so */
    INPUT_NONE,    /* it is no input */
    INPUT_ADC,     /* of the ADC, which has words of its own */
    INPUT_BITS
};

/* A memory that can be asked for by address: sram[0x60]. */
struct micro_area {
    const char *name;     /* "sram" */
    const char *title;    /* "SRAM", for messages */
    uint16_t first;       /* data address of its first byte */
    uint32_t shown, size; /* what that byte's number is to people; bytes */
    uint8_t unit;         /* bytes that are asked for at once; 0: one */
};

/* What an event read and wrote; the data that it wrote came of what it read. */
enum { MICRO_TOUCHED = 48 };
struct micro_touched {
    uint16_t source[MICRO_TOUCHED], target[MICRO_TOUCHED]; /* data addresses */
    unsigned sources, targets;
    uint8_t flags_used, flags_killed; /* bits of the status register */
    uint16_t address; /* of `count` bytes of data or I/O that it went to */
    unsigned count;
    bool reads, writes; /* which of the two is done with them */
};

/* A flag that the program polls: it comes at last while one of the sources is active. */
struct micro_polled {
    struct {
        uint16_t
            at; /* data address; active if a bit of `mask` is (`zero`: none is) 1 */
        uint8_t mask;
        bool zero;
    } source[2];      /* mask 0: none */
    bool always;      /* no source is needed */
    uint16_t flag_at; /* data address of the flag, and its bit */
    uint8_t flag_bit;
    bool input; /* the flag is no part of a state */
    bool busy;  /* it comes by becoming 0 */
    uint16_t
        only_at; /* it is a flag only while a bit of this is 1; mask 0: always */
    uint8_t only_mask;
};

struct micro_class {
    struct generator_class generator; /* MICRO_GENERATOR (name) */
    const char *title;                /* "AVR" */
    /* For messages: how names of C get into the file (-g); the same as the end of
     * a sentence. */
    const char *how_to_debug, *no_debug;
    size_t program_size; /* of the struct that has a micro_program first */
    uint32_t pc_bytes; /* code bytes that one step of the program counter is */
    uint16_t status;   /* data address of the register of flags */
    uint8_t known;     /* bits of it that are never unknown */
    unsigned checks;   /* a bit per enum micro_fault that can be asked for */
    /* The n-th memory that has a name; false: there are no more. */
    bool (*area) (const struct micro_image *, size_t, struct micro_area *);

    /* ---- programs (the class puts them behind a struct micro_program) */
    struct micro_program *(*make) (const struct micro_image *);
    /* Once options and property are read: what they ask the image for besides. */
    void (*ask) (struct micro_program *, const struct micro_image *);
    void (*finish) (struct micro_program *); /* decodes */
    void (*clear) (struct micro_program *);  /* frees all but the struct */
    void (*write) (const struct micro_program *, struct buffer *);
    struct micro_program *(*read) (struct reader *, struct problem *);
    /* How many values of the program counter are code, from 0 on. */
    uint32_t (*words) (const struct micro_program *);
    void (*turn) (const struct micro_program *, uint32_t pc,
                  struct micro_turn *);
    uint32_t (*entry) (const struct micro_program *, unsigned vector);

    /* ---- running */
    void (*power_on) (struct micro_core *); /* see core_reset */
    size_t (*events) (struct micro_core *, struct micro_event[MICRO_EVENTS]);
    enum micro_end (*step) (struct micro_core *, const struct micro_event *);
    void (*forget) (struct micro_core *); /* what is dead; cannot be undone */
    /* A bit of the status register that is always known was set; may be null. */
    void (*status_set) (struct micro_core *, uint8_t bits);

    /* ---- replay: a step in which nothing stays unknown */
    /* Chooses what the event reads and nobody wrote; says what it touches. */
    void (*prepare) (struct micro_core *, const struct micro_event *,
                     struct micro_touched *);
    /* After the step: chooses what it left open. */
    void (*complete) (struct micro_core *, const struct micro_touched *);
    /* Flags: may that of this vector come up now; where it is, and its source. */
    bool (*may_raise) (const struct micro_core *, unsigned vector);
    uint16_t (*flag_at) (const struct micro_program *, unsigned vector);
    uint16_t (*source_at) (const struct micro_program *, unsigned vector);
    /* Must the exact run agree with the path in this byte of data? */
    bool (*is_compared) (const struct micro_program *, uint32_t address);
    /* Did the instruction at `pc`, which read an input, leave a bit of it open? */
    bool (*leaves_open) (const struct micro_core *, uint32_t pc);

    /* ---- names */
    unsigned (*vectors) (const void *device);
    const char *(*vector) (const void *device, unsigned);
    bool (*find) (const struct micro_image *, const char *name,
                  struct micro_place *);
    /* The bit of this name in the register there; -1: none. */
    int (*find_bit) (const void *device, uint16_t address, const char *name);
    /* Which of these bits come from outside; and the register's name. */
    const char *(*input) (const void *device, uint16_t address, uint8_t mask);
    /* All names that can be asked for, for messages; null after the last. */
    const char *(*name) (const void *device, size_t);
    /* Bits of a register that an environment can restrict. */
    enum micro_input (*restricted) (const void *device, const char *name,
                                    uint16_t *address, uint8_t *bits);
    bool has_adc;
    /* May be null: as a proposition, what holds again and again if interrupt `vector`
     * comes at last while it is enabled; `alone`: by its own bit, whatever the bit for
     * all interrupts is.  False: it has no bit. */
    bool (*served) (const struct micro_program *, unsigned vector, bool alone,
                    struct text *);
    /* The n-th flag that instructions of the program look at by its address; false:
     * there are no more.  The program need not be finished. */
    bool (*polled) (const struct micro_program *, size_t n,
                    struct micro_polled *);

    /* ---- telling */
    const void *(*device) (const struct micro_program *);
    /* An instruction as the assembler writes it. */
    void (*print) (const struct micro_program *, uint32_t pc, struct text *);
    /* The registers of a state, on one line. */
    void (*print_state) (const struct micro_core *, FILE *);
    /* A byte that is no variable: its name; true: it changes all the time. */
    bool (*print_name) (const struct micro_program *, uint32_t address,
                        struct text *);
    bool (*is_memory) (const struct micro_program *, uint32_t address);
    /* What came from outside in this step, from `old` data to that of the core. */
    void (*print_input) (const struct micro_core *, const uint8_t *old,
                         uint32_t pc, struct text *);
    const char *reset; /* how EVENT_RESET comes: "by the watchdog" */
};

#endif
