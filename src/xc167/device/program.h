/* program.h -- everything about a firmware for XC167 that does not change while it
 * runs: micro/program.h, code and device.
 *
 * The program counter is a 24-bit code address halved: segment and instruction
 * pointer in one.  Code lies in any of the 256 segments of 64 KB; what nothing was
 * loaded into is no code, and as data it comes from outside. */
#ifndef XC167_DEVICE_PROGRAM_H
#define XC167_DEVICE_PROGRAM_H

#include "micro/program.h"
#include "xc167/device/code.h"
#include "xc167/device/device.h"

enum {
    XC167_SEGMENTS = 256,
    XC167_SEGMENT = 0x10000, /* bytes */
    XC167_FLASH = 0xc00000,  /* where the device's own program memory begins */
    XC167_LOW = 0xc000,      /* first address that the map below has */
    XC167_CODE = 1 << 24     /* bytes of the code space */
};

struct xc167_segment {
    uint8_t byte[XC167_SEGMENT];
    uint8_t loaded[XC167_SEGMENT / 8];
    struct xc167_instruction instruction[XC167_SEGMENT / 2];
};

struct xc167_program {
    struct micro_program micro; /* its address is that of the whole */
    const struct xc167_device *device;
    struct xc167_segment
        *segment[XC167_SEGMENTS]; /* owned; null: nothing there */
    uint16_t *place; /* owned; xc167_place_of each address from XC167_LOW on */
    uint32_t words;  /* values of the program counter below which all code is */
    uint8_t vectors; /* segment of the vectors after a reset, and of its code */
    struct xc167_node_source {
        uint16_t place; /* of its register */
        uint8_t mask[2];
    } source[XC167_NODES]; /* by node */
    bool sees_requests;    /* a control register is observed */
};

/* For this device, without code. */
void xc167_program_init (struct xc167_program *, const struct xc167_device *);
/* The segment of the vectors, and of what comes after a reset. */
void xc167_program_start (struct xc167_program *, uint8_t segment);
/* Before it is finished. */
void xc167_program_load (struct xc167_program *, uint32_t address, uint8_t);
/* Decodes the code and makes what is derived. */
void xc167_program_finish (struct xc167_program *);
void xc167_program_clear (struct xc167_program *);
void xc167_program_write (const struct xc167_program *, struct buffer *);
bool xc167_program_read (struct xc167_program *, struct reader *,
                         struct problem *);

static inline bool
xc167_is_loaded (const struct xc167_program *p, uint32_t address)
{
    const struct xc167_segment *s = p->segment[address >> 16 & 0xff];
    return s && s->loaded[(address & 0xffff) >> 3] >> (address & 7) & 1;
}

/* Null: no code is there. */
static inline const struct xc167_instruction *
xc167_instruction_at (const struct xc167_program *p, uint32_t pc)
{
    const struct xc167_segment *s = p->segment[pc >> 15 & 0xff];
    if (!s || !(s->loaded[(pc & 0x7fff) >> 2] >> (2 * pc & 7) & 1))
        return NULL;
    return &s->instruction[pc & 0x7fff];
}

/* A bit per node whose vector has code. */
uint64_t xc167_handled (const struct xc167_program *);

#endif
