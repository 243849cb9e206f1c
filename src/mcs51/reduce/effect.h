/* effect.h -- what an instruction reads and overwrites: the facts that liveness and the
 * search for values share. */
#ifndef MCS51_REDUCE_EFFECT_H
#define MCS51_REDUCE_EFFECT_H

#include "mcs51/device/program.h"

enum mcs51_access {
    ACCESS_NONE,
    ACCESS_LOAD_AT = 1, /* internal RAM through R0 or R1 */
    ACCESS_STORE_AT = 2,
    ACCESS_LOAD_EXTERNAL = 4,
    ACCESS_STORE_EXTERNAL = 8,
    ACCESS_POP = 16, /* `bytes` bytes of the stack */
    ACCESS_PUSH = 32
};

enum { EFFECT_MOST = 4 };

struct mcs51_effect {
    uint8_t uses, kills;              /* a bit per R0 .. R7 of the bank */
    uint8_t flags_used, flags_killed; /* bits of PSW */
    /* Direct addresses of bytes; ACC, B and DPTR stand here, too.  One that is only
     * written in part is also used. */
    uint8_t load[EFFECT_MOST], store[EFFECT_MOST];
    uint8_t loads, stores;
    uint8_t access;  /* enum mcs51_access */
    uint8_t pointer; /* the register of *_AT, and of *_EXTERNAL; 2: DPTR */
    uint8_t bytes;
};

void mcs51_effect_of (const struct mcs51_instruction *, struct mcs51_effect *);

#endif
