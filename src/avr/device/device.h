/* device.h -- what a microcontroller has: memory, registers, interrupts.
 *
 * Tables of data; nothing in the machine knows a device by name.  Addresses are
 * those of the data space: 0 r0, 0x20 first I/O register, then SRAM.
 *
 * Each bit of an I/O register behaves in one way.  What is in no mask reads as 0
 * and cannot be written.
 *   plain  reads as it was written
 *   input  comes from outside: every read may give another value
 *   flag   set by its source at any time while that is active, cleared by writing
 *          1 or by entering the interrupt; reads as it is
 *   busy   set by the program, cleared by the hardware at any later time
 *   start  values after reset that are not 0 stand in `reset`; `unset` bits are
 *          not known after reset
 *
 * A flag whose source can be active at any time, or that something else than a
 * write or its interrupt clears (RXC, SPIF, INTF0, ..), is an input, and its
 * vector is a level: it may come whenever it is enabled.  Bytes of inputs are
 * not used to keep what was written, so some keep something else there.
 *
 * A device is a list of peripherals (kinds.h) in tables by address. */
#ifndef AVR_DEVICE_DEVICE_H
#define AVR_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum avr_special {
    IO_NORMAL,
    IO_PIN,      /* bits whose DDR bit is 1 read as PORT; partner: DDR, and
                      PORT is at partner + 1 */
    IO_PORT,     /* PORT or DDR: plain; a PIN read just after it was written is
                      not sure; partner: the PIN */
    IO_HIGH,     /* high byte through TEMP: written with its low byte; partner:
                      the byte that keeps TEMP, one per timer */
    IO_LOW,      /* low byte of a 16-bit register; partner: the high one */
    IO_SENT,     /* an input; keeps AVR_SENT once the program wrote to it, and
                      what IO_SWITCH does */
    IO_SWITCH,   /* once bits `mark` may have been set, the partner, an IO_SENT,
                      keeps AVR_WAS_ON */
    IO_SPM,      /* writing it is not modelled: CUT */
    IO_WATCHDOG, /* switching off takes two writes within four cycles */
    IO_CAUSE, /* causes of a reset are cleared by writing 0, else they stay */
    IO_ADC_CONTROL, /* the busy bit is also set by the hardware while bit 5
                       (automatic trigger, free running) is */
    IO_ADC_LOW,     /* keeps 0, or how ADCH is latched; partner: ADCH */
    IO_ADC_HIGH,    /* keeps the latched value; partner: where ADLAR is, which
                       is bit `mark` */
    IO_MODE,   /* of a timer: leaving a mode may lose what was written to OCR
                      (struct avr_buffer) */
    IO_ASYNC,  /* changing a plain bit corrupts the timer: what is plain from
                 the partner on, `mark` registers */
    IO_STROBE, /* writing 1 to bit 0 changes pins of the partner, a PORT: bits
                 `mark` */
    IO_OPEN    /* of a peripheral that is not modelled: a write of anything but
                 0 is a cut */
};

enum { AVR_SENT = 1, AVR_WAS_ON = 0x80 };

struct avr_register {
    const char *name;
    uint16_t address;
    uint8_t plain, input, flag, busy, reset, unset;
    uint8_t special; /* enum avr_special */
    uint8_t mark;    /* bits that it is about */
    uint16_t partner;
    const char *bit[8]; /* names of bits, "TOIE0"; may be null */
};

struct avr_bit {
    uint16_t address; /* 0: there is none */
    uint8_t bit;
};

/* A second name. */
struct avr_alias {
    const char *name;
    uint16_t address;
    uint8_t bit; /* AVR_ALL_BITS: of the register */
};

enum { AVR_ALL_BITS = 8 };

/* Holds if the value at `at`, masked, is (`zero`: is not) other than 0.  An
 * address of 0: always holds.  A bit that is not known may be anything. */
struct avr_condition {
    uint16_t at;
    uint8_t mask;
    bool zero;
};

struct avr_vector {
    const char *name; /* as avr-libc names it, without _vect: "TIMER0_OVF" */
    uint16_t enable_at, flag_at; /* 0: there is none (RESET) */
    uint8_t enable_bit, flag_bit;
    bool level; /* no flag is kept: pending while the source says so */
    bool keeps; /* entering it does not clear the flag (USART_RXC, ..) */
    struct avr_condition source; /* active: the flag may be set at any time */
    struct avr_condition other;  /* the same, in addition; mask 0: none */
};

/* Bits of an input that read as `value` unless the condition may hold. */
struct avr_gate {
    uint16_t at;
    uint8_t bits, value;
    struct avr_condition open;
};

/* While bit `mask` of `at` may be set, the peripheral has no clock: nobody says
 * what its registers, from first to last, do. */
struct avr_power {
    uint16_t at;
    uint8_t mask;
    uint16_t first, last;
};

/* Flags with the same source: what has to be looked at after each step. */
struct avr_source {
    uint16_t flag_at;
    uint8_t flags; /* mask */
    struct avr_condition source, other;
};

/* Enable bits in one register, and their vectors. */
struct avr_enable {
    uint16_t at;
    uint8_t mask, vector[8];
};

/* OCR is written through a buffer while bits `on` of the control register are
 * not all 0.  If bits `mode` change then, it may read as an older value. */
struct avr_buffer {
    uint16_t control;
    uint8_t on, mode;
    uint16_t ocr;
    bool wide; /* two bytes */
};

/* While the condition holds, output pins are driven by a peripheral and do not
 * read as PORT. */
struct avr_override {
    uint16_t pin_at;
    uint8_t pins; /* mask */
    struct avr_condition active;
};

/* Instructions that a core has not. */
enum { AVR_NO_JUMP = 1 /* JMP, CALL */, AVR_NO_MULTIPLY = 2 };

struct avr_device {
    const char *name; /* "atmega16" */
    /* Names of others that are the same to a program, each with a blank behind
     * it; null: none. */
    const char *same;
    uint32_t flash_bytes, eeprom_bytes;
    uint16_t sram_first, sram_last; /* addresses */
    uint8_t vector_words;
    uint8_t lacks; /* AVR_NO_JUMP, .. */
    bool rampz;    /* ELPM, RAMPZ */
    bool eind;     /* EIJMP, EICALL; a program counter of three bytes */
    /* Writing 1 to a PIN toggles its PORT; SBI and CBI leave other bits alone;
     * the watchdog has an interrupt, and is on while WDRF is set. */
    bool modern;
    const struct avr_register *registers; /* at their addresses; those without
                                             a name are none */
    size_t register_count;
    const struct avr_alias *aliases;
    size_t alias_count;
    const struct avr_vector *vectors; /* by number; 0 is reset */
    size_t vector_count;
    const struct avr_buffer *buffers;
    size_t buffer_count;
    const struct avr_override *overrides;
    size_t override_count;
    const struct avr_gate *gates;
    size_t gate_count;
    const struct avr_power *powers;
    size_t power_count;
    uint16_t adc_control;    /* SLEEP starts the ADC; bit 7: it is on */
    struct avr_bit external; /* on: memory outside answers beyond SRAM */
};

enum {
    AVR_SREG = 0x5f,
    AVR_SPL = 0x5d,
    AVR_SPH = 0x5e,
    AVR_RAMPZ = 0x5b,
    AVR_EIND = 0x5c
};
enum avr_flag_bit {
    FLAG_C,
    FLAG_Z,
    FLAG_N,
    FLAG_V,
    FLAG_S,
    FLAG_H,
    FLAG_T,
    FLAG_I
};

/* Of the program counter, on the stack. */
static inline unsigned
avr_pc_bytes (const struct avr_device *d)
{
    return d->eind ? 3 : 2;
}

/* By name in any case, with or without "avr-"; null: unknown. */
const struct avr_device *avr_device_find (const char *name);
/* All of them, for messages; null after the last. */
const struct avr_device *avr_device_at (size_t);
/* Null: no register there. */
const struct avr_register *avr_register_at (const struct avr_device *,
                                            uint16_t address);
const struct avr_register *avr_register_find (const struct avr_device *,
                                              const char *name);
/* False: there is no such bit.  Also REGISTER followed by a digit: PORTB3, UDR0_3. */
bool avr_bit_find (const struct avr_device *, const char *name,
                   struct avr_bit *);
/* The n-th name of all; null after the last. */
const char *avr_device_name (const struct avr_device *, size_t);
/* Every table is consistent: in its place, in range, each bit in one mask. */
bool avr_device_sound (const struct avr_device *);

#endif
