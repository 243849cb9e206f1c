/* avr_device.h -- what a microcontroller has: memory, registers, interrupts.
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
 *          not known after reset */
#ifndef AVR_DEVICE_H
#define AVR_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum avr_special {
    IO_NORMAL,
    IO_PIN,       /* bits whose DDR bit is 1 read as PORT; partner: DDR, and
                      PORT is at partner + 1 */
    IO_PORT,      /* plain; a PIN read just after it was written is not sure */
    IO_HIGH,      /* high byte through TEMP: written with its low byte */
    IO_LOW,       /* low byte of a 16-bit register; partner: the high one */
    IO_EEPROM_DATA,
    IO_SPM,        /* writing it is not modelled: CUT */
    IO_WATCHDOG,  /* switching off takes two writes within four cycles */
};

struct avr_register {
    const char *name;
    uint16_t address;
    uint8_t plain, input, flag, busy, reset, unset;
    uint8_t special; /* enum avr_special */
    uint16_t partner;
};

struct avr_bit {
    const char *name; /* "TOIE0" */
    uint16_t address;
    uint8_t bit;
};

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
    bool level;  /* no flag is kept: pending while the source says so */
    bool keeps;  /* entering it does not clear the flag (USART_RXC, ..) */
    struct avr_condition source; /* active: the flag may be set at any time */
};

struct avr_device {
    const char *name; /* "atmega16" */
    uint32_t flash_bytes, eeprom_bytes;
    uint16_t sram_first, sram_last; /* addresses */
    uint8_t vector_words;
    bool rampz;  /* ELPM, RAMPZ */
    const struct avr_register *registers; /* by address */
    size_t register_count;
    const struct avr_bit *bits;
    size_t bit_count;
    const struct avr_vector *vectors; /* by number; 0 is reset */
    size_t vector_count;
};

enum {
    AVR_SREG = 0x5f,
    AVR_SPL = 0x5d,
    AVR_SPH = 0x5e,
    AVR_RAMPZ = 0x5b
};
enum avr_flag_bit { FLAG_C, FLAG_Z, FLAG_N, FLAG_V, FLAG_S, FLAG_H, FLAG_T, FLAG_I };

/* By name in any case, with or without "avr-"; null: unknown. */
const struct avr_device *avr_device_find (const char *name);
/* All of them, for messages; null after the last. */
const struct avr_device *avr_device_at (size_t);
/* Null: no register there. */
const struct avr_register *avr_register_at (const struct avr_device *,
                                            uint16_t address);
const struct avr_register *avr_register_find (const struct avr_device *,
                                              const char *name);
const struct avr_bit *avr_bit_find (const struct avr_device *, const char *name);
/* Every table is consistent: sorted, in range, each bit in one mask. */
bool avr_device_sound (const struct avr_device *);

#endif
