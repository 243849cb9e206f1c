/* device.h -- what a microcontroller of this family has: memory, special function
 * registers, interrupts.
 *
 * Tables of data; nothing in the machine knows a device by name.  The data space of
 * the core (micro/core.h) has
 *
 *     0x00 .. 0x7f    internal RAM, R0 to R7 of four banks first
 *     0x80 .. 0xff    special function registers, at their own addresses
 *     0x100 ..        internal RAM that is reached through @R0, @R1 and the stack
 *                     only (from 0x80 on, where the device has 256 bytes of it)
 *     behind it       external RAM, as much as the program has variables in
 *
 * Each bit of a register behaves in one way.  `plain` bits read as they were written;
 * `input` bits come from outside: every read may give another value.  What is in no
 * mask is not there: nobody says how it reads. */
#ifndef MCS51_DEVICE_DEVICE_H
#define MCS51_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mcs51_special {
    SFR_NORMAL,
    SFR_CORE,   /* ACC, B, SP, DPL, DPH: as memory */
    SFR_STATUS, /* PSW: the parity follows ACC */
    SFR_PORT,   /* the latch; a pin whose latch is 1 reads as what comes from
                   outside, else as 0 */
    SFR_BUFFER, /* SBUF: reads what came in; keeps 1 while what was written may
                   still be on its way */
    SFR_POWER,  /* PCON: bits that stop the processor */
    SFR_PERMIT  /* IE, IP: one more instruction before an interrupt */
};

struct mcs51_register {
    const char *name;
    uint8_t address, plain, input, reset;
    uint8_t special; /* enum mcs51_special */
};

struct mcs51_bit {
    const char *name; /* "TF0" */
    uint8_t address;  /* of the register */
    uint8_t bit;
};

/* Some bit of the mask may be 1; an address of 0: always. */
struct mcs51_condition {
    uint8_t at, mask;
};

/* An interrupt by one flag.  Some share their entry and their enable bit; those
 * with smaller numbers come first. */
struct mcs51_vector {
    const char *name;
    uint8_t entry;      /* code address */
    uint8_t permit_bit; /* of IE; the same of IP says which priority it has */
    uint8_t flag_at, flag_bit;
    bool keeps; /* entering it does not clear the flag (RI, TI, ..) */
    uint8_t
        edge; /* mask in the register of the flag: while this is 0 the flag is
                       no flag but what a pin says (IT0); 0: it always is one */
    struct mcs51_condition source; /* the hardware may set the flag */
};

/* Bits that the hardware changes at any time while the condition holds. */
struct mcs51_moving {
    uint8_t at, bits;
    struct mcs51_condition source;
};

struct mcs51_device {
    const char *name; /* "8052" */
    uint16_t ram;     /* bytes of internal RAM: 128 or 256 */
    const struct mcs51_register *registers; /* by address */
    size_t register_count;
    const struct mcs51_bit *bits;
    size_t bit_count;
    const struct mcs51_vector *vectors; /* by number; 0 is reset */
    size_t vector_count;
    const struct mcs51_moving *moving;
    size_t moving_count;
};

enum { /* addresses of registers that the core itself knows */
       MCS51_P0 = 0x80,
       MCS51_SP = 0x81,
       MCS51_DPL = 0x82,
       MCS51_DPH = 0x83,
       MCS51_PCON = 0x87,
       MCS51_P2 = 0xa0,
       MCS51_SCON = 0x98,
       MCS51_SBUF = 0x99,
       MCS51_IE = 0xa8,
       MCS51_IP = 0xb8,
       MCS51_PSW = 0xd0,
       MCS51_ACC = 0xe0,
       MCS51_B = 0xf0,
       MCS51_UPPER = 0x100, /* where internal RAM goes on */
       MCS51_CODE = 0x10000 /* bytes of the code space */
};

enum mcs51_flag_bit { /* of PSW; bit 1 is free for the program, as is F0 */
                      FLAG_P = 0,
                      FLAG_OV = 2,
                      FLAG_RS0,
                      FLAG_RS1,
                      FLAG_F0,
                      FLAG_AC,
                      FLAG_CY
};

enum { PCON_IDLE = 1, PCON_DOWN = 2, IE_ALL = 0x80 };

/* By name, in any case; null: unknown. */
const struct mcs51_device *mcs51_device_find (const char *name);
/* All of them, for messages; null after the last. */
const struct mcs51_device *mcs51_device_at (size_t);
/* Null: no register there. */
const struct mcs51_register *mcs51_register_at (const struct mcs51_device *,
                                                uint32_t address);
const struct mcs51_register *mcs51_register_find (const struct mcs51_device *,
                                                  const char *name);
const struct mcs51_bit *mcs51_bit_find (const struct mcs51_device *,
                                        const char *name);
/* Every table is consistent: sorted, in range, each bit in one mask. */
bool mcs51_device_sound (const struct mcs51_device *);

#endif
