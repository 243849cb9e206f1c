/* turn.c -- see turn.h. */
#include "mcs51/reduce/turn.h"

#include <assert.h>

#include "mcs51/device/program.h"

static enum micro_turn_kind
kind_of (const struct mcs51_instruction *i)
{
    switch (i->op) {
    case MCS51_NONE:
    case MCS51_BAD:
        return TURN_END;
    case MCS51_JMP_AT:
        return TURN_INDIRECT;
    case MCS51_CALL:
        return TURN_CALL;
    case MCS51_RET:
        return TURN_RETURN;
    case MCS51_RETI:
        return TURN_RESUME;
    default:
        return mcs51_jumps (i) ? TURN_JUMP : TURN_NONE;
    }
}

void
mcs51_turn (const struct micro_program *program, uint32_t pc,
            struct micro_turn *t)
{
    const struct mcs51_program *p = (const struct mcs51_program *) program;
    assert (pc < p->code_end);
    const struct mcs51_instruction *i = &p->instruction[pc];
    t->kind = kind_of (i);
    t->behind = (uint16_t) (pc + i->bytes);
    t->targets = 0;
    if (t->kind == TURN_NONE || (t->kind == TURN_JUMP && i->op != MCS51_JMP))
        t->target[t->targets++] = t->behind;
    if (t->kind == TURN_JUMP || t->kind == TURN_CALL)
        t->target[t->targets++] = i->k;
}
