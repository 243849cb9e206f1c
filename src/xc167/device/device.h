/* device.h -- what a microcontroller of the XC167 family has: memory, registers,
 * interrupts.
 *
 * Tables of data; nothing in the machine knows a device by name.  Addresses here are
 * those of the manuals (24 bits; all data that is kept lies in 00'C000h to 00'FFFFh).
 * The data space of micro/core.h is dense: two bytes for each register of the table,
 * in its order, then the memories, in their order.  The first registers are the
 * core's, at the places of enum xc167_place.
 *
 * Each bit of a register behaves in one way.  What is in no mask reads as in `reset`
 * and cannot be written.
 *   plain  reads as it was written
 *   input  comes from outside: every read may give another value */
#ifndef XC167_DEVICE_DEVICE_H
#define XC167_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum xc167_place {
    XC167_PSW = 0,
    XC167_CP = 2,
    XC167_SP = 4,
    XC167_DPP0 = 6, /* and three more */
    XC167_MDL = 14,
    XC167_MDH = 16,
    XC167_MDC = 18,
    XC167_STKOV = 20,
    XC167_STKUN = 22,
    XC167_TFR = 24,
    XC167_VECSEG = 26,
    XC167_CPUCON1 = 28,
    XC167_CORE = 30,    /* behind them; here are the registers of requests */
    XC167_NONE = 0xffff /* nothing is kept there */
};

enum xc167_special {
    REGISTER_NORMAL,
    REGISTER_PSW,
    REGISTER_CP,
    REGISTER_MD, /* MDL, MDH: writing tells that MD is in use; reading MDL, no more */
    REGISTER_CSP,     /* is a part of the program counter */
    REGISTER_ZERO,    /* writing anything but 0 to `plain` is not modelled */
    REGISTER_PORT,    /* a port: `plain` are its lines */
    REGISTER_REQUEST, /* an interrupt control register */
    REGISTER_PEC,     /* a PEC channel's: bit 14 is not modelled */
    REGISTER_SENT, /* is sent: the next register, an input, keeps a 1 from then on */
    REGISTER_CPUCON1 /* bits 3, 5 and 6 are not modelled */
};

struct xc167_register {
    const char *name;
    uint16_t address;
    uint16_t plain, input, reset;
    uint8_t special; /* enum xc167_special */
};

/* A port's direction register, and those that hand lines to peripherals; 0: none.
 * A line with direction 0 is an input. */
struct xc167_port {
    uint16_t data, direction, alternate[2]; /* addresses */
};

/* An interrupt, or PEC request.  Its flag may be set at any time while the register
 * `source`, masked, is not 0; with mask 0: always. */
struct xc167_node {
    const char *name;
    uint16_t control; /* address of its control register */
    uint8_t trap;     /* number of its vector */
    uint16_t source, mask;
};

struct xc167_memory {
    const char *name, *title; /* "dpram", "DPRAM" */
    uint16_t first;           /* address */
    uint16_t size;            /* bytes */
};

struct xc167_bit {
    const char *name; /* "IEN" */
    uint16_t address;
    uint8_t bit, width;
};

enum {
    XC167_MEMORIES = 2,
    XC167_CHANNELS = 8,
    XC167_NODES = 38 /* at most */
};

struct xc167_device {
    const char *name;
    const struct xc167_register *registers;
    size_t register_count;
    struct xc167_memory
        memory[XC167_MEMORIES]; /* the first holds the registers' bank
                                                   and the bits */
    const struct xc167_port *ports;
    size_t port_count;
    /* By number; 0 is the reset.  Their control registers follow each other from
     * XC167_CORE on. */
    const struct xc167_node *nodes;
    size_t node_count;
    const struct xc167_bit *bits;
    size_t bit_count;
    uint16_t channel, source, target,
        segment; /* addresses of the first PECC, SRCP,
                                                  DSTP and PECSEG */
};

enum xc167_flag {
    PSW_N = 1 << 0,
    PSW_C = 1 << 1,
    PSW_V = 1 << 2,
    PSW_Z = 1 << 3,
    PSW_E = 1 << 4,
    PSW_MULIP = 1 << 5,
    PSW_FLAGS = 0x1f
};

/* In the high byte of PSW. */
enum { PSW_BANK = 0x03, PSW_HLDEN = 0x04, PSW_IEN = 0x08, PSW_ILVL = 0xf0 };

/* Bits of TFR. */
enum xc167_trap {
    TRAP_ILLINA = 1 << 1,
    TRAP_ILLOPA = 1 << 2, /* illegal word operand access */
    TRAP_PRTFLT = 1 << 3, /* protection fault */
    TRAP_UNDOPC = 1 << 7,
    TRAP_SOFTBRK = 1 << 12,
    TRAP_STKUF = 1 << 13,
    TRAP_STKOF = 1 << 14,
    TRAP_NMI = 1 << 15,
    TRAP_CLASS_A = 0xf000,
    TRAP_CLASS_B = 0x009f
};

/* The place of a node's control register. */
static inline uint16_t
xc167_control (unsigned node)
{
    return (uint16_t) (XC167_CORE + 2 * (node - 1));
}

/* By name in any case; null: unknown. */
const struct xc167_device *xc167_device_find (const char *name);
/* All of them, for messages; null after the last. */
const struct xc167_device *xc167_device_at (size_t);
/* Null: no register there. */
const struct xc167_register *xc167_register_at (const struct xc167_device *,
                                                uint16_t address);
const struct xc167_register *xc167_register_find (const struct xc167_device *,
                                                  const char *name);
const struct xc167_bit *xc167_bit_find (const struct xc167_device *,
                                        const char *name);
/* Bytes of the data space; and where memory begins there. */
uint32_t xc167_data_size (const struct xc167_device *);
uint16_t xc167_hot (const struct xc167_device *);
/* Where an address is in the data space; XC167_NONE: nothing is kept there. */
uint16_t xc167_place_of (const struct xc167_device *, uint32_t address);
/* The other way round. */
uint16_t xc167_address_of (const struct xc167_device *, uint16_t place);
/* Every table is consistent. */
bool xc167_device_sound (const struct xc167_device *);

extern const struct xc167_device xc167_device_xc167;

#endif
