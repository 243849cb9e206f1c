/* turn.c -- see turn.h. */
#include "xc167/reduce/turn.h"

#include <assert.h>

#include "xc167/device/program.h"

static enum micro_turn_kind
kind_of (const struct xc167_instruction *i)
{
    switch (i->op) {
    case XC_BAD:
    case XC_PROTECTED:
    case XC_MAC:
    case XC_SRST:
        return TURN_END;
    case XC_JMPI:
        return TURN_INDIRECT;
    case XC_CALLI:
        return TURN_CALL_INDIRECT;
    case XC_CALLA:
    case XC_CALLS:
    case XC_CALLR:
    case XC_PCALL:
    case XC_TRAP:
        return TURN_CALL;
    case XC_RET:
    case XC_RETS:
    case XC_RETP:
        return TURN_RETURN;
    case XC_RETI:
        return TURN_RESUME;
    default:
        return xc167_jumps (i) ? TURN_JUMP : TURN_NONE;
    }
}

/* Does it always go to its target? */
static bool
is_sure (const struct xc167_instruction *i)
{
    return i->op == XC_JMPS
           || ((i->op == XC_JMPR || i->op == XC_JMPA) && i->condition == CC_UC);
}

void
xc167_turn (const struct micro_program *program, uint32_t pc,
            struct micro_turn *t)
{
    const struct xc167_program *p = (const struct xc167_program *) program;
    const struct xc167_instruction *i = xc167_instruction_at (p, pc);
    uint32_t target;
    t->targets = 0;
    t->behind = pc;
    t->kind = TURN_END;
    if (!i)
        return;
    t->kind = kind_of (i);
    t->behind = (pc & ~0x7fffu) | ((pc + i->bytes / 2u) & 0x7fff);
    if (t->kind == TURN_NONE || (t->kind == TURN_JUMP && !is_sure (i)))
        t->target[t->targets++] = t->behind;
    if (xc167_target (i, 2 * pc, &target))
        t->target[t->targets++] = target / 2;
    else if (i->op == XC_TRAP)
        t->target[t->targets++] = p->micro.start + 2u * i->number;
}
