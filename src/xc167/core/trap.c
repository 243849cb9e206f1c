/* trap.c -- vectors. */
#include "xc167/core/trap.h"

#include <assert.h>

#include "micro/fast.h"
#include "xc167/core/value.h"

enum {
    NUMBER_NMI = 2,
    NUMBER_STKOF = 4,
    NUMBER_STKUF = 6,
    NUMBER_SOFTBRK = 8,
    NUMBER_B = 10,
    TRAP_LEVEL = 15
};

void
trap_set_level (struct micro_core *c, unsigned level)
{
    uint8_t high = c->data[XC167_PSW + 1] & (uint8_t) ~PSW_ILVL;
    assert (level < 16 && !c->mask[XC167_PSW + 1]);
    fast_put (c, XC167_PSW + 1, (uint8_t) (high | level << 4));
}

void
trap_enter (struct micro_core *c, unsigned number)
{
    uint32_t pc = core_pc (c);
    assert (number < 128);
    xc167_push (c, xc167_get (c, XC167_PSW));
    xc167_push (c, value_of (pc >> 15));
    xc167_push (c, value_of (xc167_address (pc) & 0xffff));
    xc167_go (c, (uint32_t) c->data[XC167_VECSEG] << 16 | 4 * number);
}

static void
serve (struct micro_core *c, unsigned number, uint8_t mode)
{
    uint8_t stays = (uint8_t) ~(MODE_SLEEP | MODE_LATE);
    fast_write (c, HEAD_SEQUENCE, 0);
    fast_write (c, HEAD_OVERRIDE, 0);
    fast_write (c, HEAD_BEFORE, 0);
    fast_write (c, HEAD_MODE, (c->state[HEAD_MODE] & stays) | mode);
    trap_enter (c, number);
    trap_set_level (c, TRAP_LEVEL);
}

static unsigned
class_a_number (uint16_t tfr)
{
    return tfr & TRAP_NMI     ? NUMBER_NMI
           : tfr & TRAP_STKOF ? NUMBER_STKOF
           : tfr & TRAP_STKUF ? NUMBER_STKUF
                              : NUMBER_SOFTBRK;
}

void
trap_serve (struct micro_core *c)
{
    uint16_t tfr = xc167_need (c, XC167_TFR);
    uint8_t mode = c->state[HEAD_MODE];
    if (!tfr || mode & MODE_TRAP_B)
        return;
    if (tfr & TRAP_CLASS_B)
        serve (c, NUMBER_B, MODE_TRAP_B);
    else if (tfr & TRAP_CLASS_A && !(mode & MODE_TRAP_A)
             && !(c->state[HEAD_SEQUENCE] & SEQUENCE_LEFT))
        serve (c, class_a_number (tfr), MODE_TRAP_A);
}

void
trap_return (struct micro_core *c)
{
    uint8_t mode = c->state[HEAD_MODE];
    if (mode & MODE_TRAP_B)
        mode &= (uint8_t) ~MODE_TRAP_B;
    else
        mode &= (uint8_t) ~MODE_TRAP_A;
    fast_write (c, HEAD_MODE, mode);
}
