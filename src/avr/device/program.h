/* program.h -- everything about a firmware for AVR that does not change while it
 * runs: micro/program.h, code and device. */
#ifndef AVR_DEVICE_PROGRAM_H
#define AVR_DEVICE_PROGRAM_H

#include "micro/program.h"
#include "avr/device/code.h"
#include "avr/device/device.h"

enum { AVR_BUSY = 32, AVR_GROUPS = 40 };

struct avr_program {
    struct micro_program micro; /* its address is that of the whole */
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
    struct avr_live
        *live; /* owned; of MICRO_DEAD (avr/reduce/flow.h); may be null */
    /* Bits that the core itself looks at; address 0: the device has none. */
    struct avr_bit sleep_enable, vector_select, watchdog, watchdog_cause;
    /* The device's vectors by enable register, and by source (avr_program_init). */
    struct avr_enable enables[AVR_GROUPS];
    struct avr_source sources[AVR_GROUPS];
    unsigned enable_count, source_count;
    /* Registers with busy bits that the property asks for (avr_program_finish). */
    const struct avr_register *busy[AVR_BUSY];
    unsigned busy_count;
};

/* For this device, without code. */
void avr_program_init (struct avr_program *, const struct avr_device *);
/* The stack is kept out of this heap as well (see heap_start); before it is
 * finished, once the property is read. */
void avr_program_heap (struct avr_program *, uint16_t start, uint16_t end);
/* Decodes the code and makes what is derived.  The rest is filled in before. */
void avr_program_finish (struct avr_program *);
void avr_program_clear (struct avr_program *);
void avr_program_write (const struct avr_program *, struct buffer *);
bool avr_program_read (struct avr_program *, struct reader *, struct problem *);
struct digest avr_program_digest (const struct avr_program *);

#endif
