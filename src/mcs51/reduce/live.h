/* live.h -- what is live in a firmware for MCS-51 (micro/reduce/live.h). */
#ifndef MCS51_REDUCE_LIVE_H
#define MCS51_REDUCE_LIVE_H

#include "mcs51/device/program.h"
#include "micro/reduce/live.h"

/* A row: a bit for each of the first 128 bytes of internal RAM, then a word with the
 * registers below and the flags of PSW.  Bytes that are the stack's, or that are
 * reached through pointers only, are always live. */
enum { LIVE_WORDS = 3, LIVE_REST = 2 /* the last word */ };
enum mcs51_live_bit {
    LIVE_ACC,
    LIVE_B,
    LIVE_DPL,
    LIVE_DPH,
    LIVE_FLAGS = 8 /* and the seven behind it */
};

struct mcs51_live {
    struct micro_live rows;
    uint64_t candidate[2]; /* bytes that can be dead at all */
};

struct mcs51_live *mcs51_live_new (const struct mcs51_program *);
void mcs51_live_free (struct mcs51_live *); /* null is fine */

#endif
