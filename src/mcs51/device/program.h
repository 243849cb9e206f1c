/* program.h -- everything about a firmware for MCS-51 that does not change while it
 * runs: micro/program.h, code and device. */
#ifndef MCS51_DEVICE_PROGRAM_H
#define MCS51_DEVICE_PROGRAM_H

#include "micro/program.h"
#include "mcs51/device/code.h"
#include "mcs51/device/device.h"

struct mcs51_program {
    struct micro_program micro; /* its address is that of the whole */
    const struct mcs51_device *device;
    uint8_t *code; /* owned; MCS51_CODE bytes, 0xff where nothing was loaded */
    uint8_t *loaded;   /* owned; a bit per byte of code */
    uint32_t code_end; /* behind the last byte that was loaded */
    uint32_t xram;     /* bytes of external RAM */
    /* Cells of internal RAM that are the stack's; 0: not known where it begins.
     * Behind `stack_last` variables begin again, or nothing is. */
    uint16_t stack_first, stack_last;
    struct mcs51_instruction *instruction; /* owned; one per byte of code */
    struct mcs51_live
        *live; /* owned; of MICRO_DEAD (mcs51/reduce/live.h); may be
                                null */
};

/* For this device, with so much external RAM, without code. */
void mcs51_program_init (struct mcs51_program *, const struct mcs51_device *,
                         uint32_t xram);
/* Decodes the code and makes what is derived.  The rest is filled in before. */
void mcs51_program_finish (struct mcs51_program *);
void mcs51_program_clear (struct mcs51_program *);
void mcs51_program_write (const struct mcs51_program *, struct buffer *);
bool mcs51_program_read (struct mcs51_program *, struct reader *,
                         struct problem *);

static inline bool
mcs51_is_loaded (const struct mcs51_program *p, uint32_t pc)
{
    return pc < p->code_end && p->loaded[pc >> 3] >> (pc & 7) & 1;
}

/* Where external RAM begins in the data space. */
static inline uint32_t
mcs51_xram_first (const struct mcs51_device *d)
{
    return 0x80u + d->ram;
}

#endif
