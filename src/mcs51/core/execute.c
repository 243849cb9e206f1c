/* execute.c -- one instruction: moves, and which group it belongs to. */
#include "mcs51/core/execute.h"

#include <assert.h>

#include "micro/fast.h"
#include "micro/outside.h"

static uint16_t
dptr (struct micro_core *c)
{
    return fast_pair (c, MCS51_DPL);
}

/* @R0: port 2 has the high byte. */
static uint16_t
external_address (struct micro_core *c, struct mcs51_operand o)
{
    if (o.mode == OPERAND_DPTR)
        return dptr (c);
    uint8_t low = fast_need (c, mcs51_register (c, o.x));
    return (uint16_t) (low | core_need (c, MCS51_P2) << 8);
}

static struct micro_value
code_byte (const struct micro_core *c, uint16_t address)
{
    return (struct micro_value) {mcs51_of (c)->code[address], 0};
}

static void
exchange (struct micro_core *c, const struct mcs51_instruction *i)
{
    struct micro_value a = fast_get (c, MCS51_ACC);
    struct micro_value b = mcs51_load (c, i->from, false);
    uint8_t part = i->op == MCS51_XCHD ? 0x0f : 0xff;
    uint8_t rest = (uint8_t) ~part;
    struct micro_value to_a = {(a.bits & rest) | (b.bits & part),
                               (a.unknown & rest) | (b.unknown & part)};
    struct micro_value to_b = {(b.bits & rest) | (a.bits & part),
                               (b.unknown & rest) | (a.unknown & part)};
    mcs51_store (c, i->from, to_b);
    /* XCH A,ACC leaves it as it is. */
    if (i->from.mode != OPERAND_DIRECT || i->from.x != MCS51_ACC)
        fast_set (c, MCS51_ACC, to_a);
}

static void
move_external (struct micro_core *c, const struct mcs51_instruction *i)
{
    bool loads = i->op == MCS51_MOVX_LOAD;
    uint16_t address = external_address (c, loads ? i->from : i->to);
    if (loads)
        fast_set (c, MCS51_ACC, mcs51_load_external (c, address));
    else
        mcs51_store_external (c, address, fast_get (c, MCS51_ACC));
}

static void
move (struct micro_core *c, const struct mcs51_instruction *i, uint16_t next)
{
    switch (i->op) {
    case MCS51_MOV:
        mcs51_store (c, i->to, mcs51_load (c, i->from, false));
        break;
    case MCS51_MOV_DPTR:
        fast_put_pair (c, MCS51_DPL, i->k);
        break;
    case MCS51_MOVC_DPTR:
    case MCS51_MOVC_PC: {
        uint16_t base = i->op == MCS51_MOVC_PC ? next : dptr (c);
        uint8_t a = fast_need (c, MCS51_ACC);
        fast_set (c, MCS51_ACC, code_byte (c, (uint16_t) (base + a)));
        break;
    }
    case MCS51_MOVX_LOAD:
    case MCS51_MOVX_STORE:
        move_external (c, i);
        break;
    case MCS51_PUSH: /* SP is counted up first, also by PUSH SP */
        if (i->from.x == MCS51_SP)
            mcs51_push (c, (struct micro_value) {
                               (uint8_t) (fast_need (c, MCS51_SP) + 1), 0});
        else
            mcs51_push (c, mcs51_load (c, i->from, false));
        break;
    case MCS51_POP:
        mcs51_store (c, i->to, mcs51_pop (c));
        break;
    default:
        exchange (c, i);
    }
}

void
mcs51_execute (struct micro_core *c, const struct mcs51_instruction *i)
{
    uint16_t next = (uint16_t) (fast_pc (c) + i->bytes);
    if (i->op == MCS51_BAD) {
        core_fail (c, FAULT_BAD_OPCODE, false);
        return;
    }
    if (i->op >= MCS51_MOV && i->op <= MCS51_XCHD)
        move (c, i, next);
    else if (i->op >= MCS51_ADD && i->op <= MCS51_DA)
        mcs51_arithmetic (c, i);
    else if (i->op >= MCS51_ORL && i->op <= MCS51_SWAP)
        mcs51_logic (c, i);
    else if (i->op >= MCS51_CLR_BIT)
        mcs51_bits (c, i);
    else if (i->op >= MCS51_JMP)
        next = mcs51_flow (c, i, next);
    else
        assert (i->op == MCS51_NOP);
    fast_put_pc (c, next);
}
