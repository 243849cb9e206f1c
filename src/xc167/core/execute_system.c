/* execute_system.c -- sequences that override addresses, power, watchdog, reset. */
#include "micro/fast.h"
#include "xc167/core/execute.h"

/* ATOMIC, EXTR, EXTP, EXTS, EXTPR, EXTSR.  In the service of a trap of class B they
 * override nothing until its flag is cleared. */
void
c166_sequence (struct micro_core *c, const struct xc167_instruction *i)
{
    bool segment = i->op == XC_EXTS || i->op == XC_EXTSR;
    bool page = i->op == XC_EXTP || i->op == XC_EXTPR;
    bool registers = i->op == XC_EXTR || i->op == XC_EXTPR || i->op == XC_EXTSR;
    unsigned sequence = i->number, override = 0;
    assert (i->number >= 1 && i->number <= 4);
    if (segment || page)
        override = xc167_know (c, operand_worth (c, &i->b, false));
    if (!(xc167_need (c, XC167_TFR) & TRAP_CLASS_B))
        sequence |= (segment ? SEQUENCE_SEGMENT : 0u)
                    | (page ? SEQUENCE_PAGE : 0u)
                    | (registers ? SEQUENCE_REGISTERS : 0u)
                    | (page ? (override >> 8 & 3) << SEQUENCE_HIGH : 0u);
    else
        override = 0;
    fast_write (c, HEAD_SEQUENCE, (uint8_t) sequence);
    fast_write (c, HEAD_OVERRIDE, (uint8_t) override);
}

static void
set_mode (struct micro_core *c, uint8_t bits)
{
    fast_write (c, HEAD_MODE, c->state[HEAD_MODE] | bits);
}

static void
disable_watchdog (struct micro_core *c)
{
    enum { ANY_TIME = 0x10 /* CPUCON1.WDTCTL */ };
    if (!(c->state[HEAD_MODE] & MODE_INITIALISED)
        || c->data[XC167_CPUCON1] & ANY_TIME)
        set_mode (c, MODE_NO_WATCHDOG);
}

/* PWRDN does nothing while the NMI line is high: that comes from outside. */
static void
power_down (struct micro_core *c)
{
    c->input = true;
    if (!core_choose (c, 2))
        return;
    set_mode (c, MODE_SLEEP);
    fast_write (c, HEAD_BEFORE, c->state[HEAD_BEFORE] | BEFORE_DOWN);
}

void
c166_system (struct micro_core *c, const struct xc167_instruction *i)
{
    switch (i->op) {
    case XC_IDLE:
        set_mode (c, MODE_SLEEP);
        break;
    case XC_PWRDN:
        power_down (c);
        break;
    case XC_SRVWDT:
    case XC_EINIT:
        set_mode (c, MODE_INITIALISED);
        break;
    case XC_DISWDT:
        disable_watchdog (c);
        break;
    case XC_ENWDT:
        fast_write (c, HEAD_MODE,
                    c->state[HEAD_MODE] & (uint8_t) ~MODE_NO_WATCHDOG);
        break;
    case XC_SRST:
        xc167_restart (c);
        break;
    default:
        assert (i->op == XC_SBRK);
        xc167_request_trap (c, TRAP_SOFTBRK);
    }
}
