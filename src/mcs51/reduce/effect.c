/* effect.c -- see effect.h. */
#include "mcs51/reduce/effect.h"

#include <assert.h>
#include <string.h>

enum {
    CY = 1 << FLAG_CY,
    AC = 1 << FLAG_AC,
    OV = 1 << FLAG_OV,
};

static void
load (struct mcs51_effect *e, uint8_t address)
{
    assert (e->loads < EFFECT_MOST);
    e->load[e->loads++] = address;
}

static void
store (struct mcs51_effect *e, uint8_t address)
{
    assert (e->stores < EFFECT_MOST);
    e->store[e->stores++] = address;
}

static void
use (struct mcs51_effect *e, struct mcs51_operand o)
{
    switch ((enum mcs51_mode) o.mode) {
    case OPERAND_A:
        load (e, MCS51_ACC);
        break;
    case OPERAND_R:
        e->uses |= (uint8_t) (1u << o.x);
        break;
    case OPERAND_AT_R:
        e->uses |= (uint8_t) (1u << o.x);
        e->access |= ACCESS_LOAD_AT;
        e->pointer = o.x;
        break;
    case OPERAND_DIRECT:
        load (e, o.x);
        break;
    case OPERAND_BIT:
        load (e, mcs51_bit_byte (o.x));
        break;
    case OPERAND_CARRY:
        e->flags_used |= CY;
        break;
    default:
        break;
    }
}

static void
kill (struct mcs51_effect *e, struct mcs51_operand o)
{
    switch ((enum mcs51_mode) o.mode) {
    case OPERAND_A:
        store (e, MCS51_ACC);
        break;
    case OPERAND_R:
        e->kills |= (uint8_t) (1u << o.x);
        break;
    case OPERAND_AT_R:
        e->uses |= (uint8_t) (1u << o.x);
        e->access |= ACCESS_STORE_AT;
        e->pointer = o.x;
        break;
    case OPERAND_DIRECT:
        store (e, o.x);
        break;
    case OPERAND_BIT:
        load (e, mcs51_bit_byte (o.x));
        store (e, mcs51_bit_byte (o.x));
        break;
    case OPERAND_CARRY:
        e->flags_killed |= CY;
        break;
    default:
        assert (o.mode == OPERAND_DPTR);
        store (e, MCS51_DPL);
        store (e, MCS51_DPH);
    }
}

static void
use_dptr (struct mcs51_effect *e)
{
    load (e, MCS51_DPL);
    load (e, MCS51_DPH);
}

static void
external (struct mcs51_effect *e, struct mcs51_operand at, unsigned access)
{
    e->access |= (uint8_t) access;
    e->pointer = at.mode == OPERAND_DPTR ? 2 : at.x;
    if (at.mode == OPERAND_DPTR)
        use_dptr (e);
    else {
        e->uses |= (uint8_t) (1u << at.x);
        load (e, MCS51_P2);
    }
    if (access == ACCESS_LOAD_EXTERNAL)
        store (e, MCS51_ACC);
    else
        load (e, MCS51_ACC);
}

static void
effect_of_arithmetic (const struct mcs51_instruction *i, struct mcs51_effect *e)
{
    switch (i->op) {
    case MCS51_INC_DPTR:
        use_dptr (e);
        break;
    case MCS51_MUL:
    case MCS51_DIV:
        load (e, MCS51_ACC);
        load (e, MCS51_B);
        store (e, MCS51_ACC);
        store (e, MCS51_B);
        e->flags_killed |= CY | OV;
        return;
    case MCS51_DA:
        e->flags_used |= CY | AC;
        e->flags_killed |= CY;
        break;
    case MCS51_ADD:
    case MCS51_ADDC:
    case MCS51_SUBB:
        e->flags_used |= i->op == MCS51_ADD ? 0 : CY;
        e->flags_killed |= CY | AC | OV;
        use (e, i->from);
        break;
    default:
        break;
    }
    use (e, i->to);
    kill (e, i->to);
}

static void
effect_of_move (const struct mcs51_instruction *i, struct mcs51_effect *e)
{
    switch (i->op) {
    case MCS51_MOVC_DPTR:
        use_dptr (e);
        /* fall through */
    case MCS51_MOVC_PC:
        load (e, MCS51_ACC);
        store (e, MCS51_ACC);
        break;
    case MCS51_MOVX_LOAD:
        external (e, i->from, ACCESS_LOAD_EXTERNAL);
        break;
    case MCS51_MOVX_STORE:
        external (e, i->to, ACCESS_STORE_EXTERNAL);
        break;
    case MCS51_PUSH:
        use (e, i->from);
        e->access |= ACCESS_PUSH;
        e->bytes = 1;
        break;
    case MCS51_POP:
        kill (e, i->to);
        e->access |= ACCESS_POP;
        e->bytes = 1;
        break;
    case MCS51_XCH:
    case MCS51_XCHD:
        use (e, i->to);
        use (e, i->from);
        kill (e, i->from);
        kill (e, i->to);
        break;
    default:
        use (e, i->from);
        kill (e, i->to);
    }
}

static void
effect_of_flow (const struct mcs51_instruction *i, struct mcs51_effect *e)
{
    switch (i->op) {
    case MCS51_JMP_AT:
        use_dptr (e);
        load (e, MCS51_ACC);
        break;
    case MCS51_CALL:
        e->access |= ACCESS_PUSH;
        e->bytes = 2;
        break;
    case MCS51_RET:
    case MCS51_RETI:
        e->access |= ACCESS_POP;
        e->bytes = 2;
        break;
    case MCS51_JC:
    case MCS51_JNC:
        e->flags_used |= CY;
        break;
    case MCS51_JZ:
    case MCS51_JNZ:
        load (e, MCS51_ACC);
        break;
    case MCS51_CJNE:
        use (e, i->to);
        use (e, i->from);
        e->flags_killed |= CY;
        break;
    case MCS51_JMP:
        break;
    default: /* JB, JNB, JBC, DJNZ */
        use (e, i->to);
        if (i->op == MCS51_JBC || i->op == MCS51_DJNZ)
            kill (e, i->to);
    }
}

static void
effect_of_bits (const struct mcs51_instruction *i, struct mcs51_effect *e)
{
    use (e, i->from);
    if (i->op == MCS51_CPL_BIT || i->op >= MCS51_ORL_C)
        use (e, i->to);
    kill (e, i->to);
}

/* PSW as a byte: its flags, and what the parity is made of. */
static void
add_status (struct mcs51_effect *e)
{
    for (unsigned n = e->loads; n-- > 0;)
        if (e->load[n] == MCS51_PSW) {
            e->flags_used = 0xff;
            if (e->loads < EFFECT_MOST)
                load (e, MCS51_ACC);
        }
    for (unsigned n = 0; n < e->stores; n++) {
        if (e->store[n] == MCS51_PSW)
            e->flags_killed = 0xfe;
        if (e->store[n] == MCS51_ACC)
            e->flags_killed |= 1 << FLAG_P;
    }
}

void
mcs51_effect_of (const struct mcs51_instruction *i, struct mcs51_effect *e)
{
    memset (e, 0, sizeof *e);
    if (i->op >= MCS51_JMP && i->op <= MCS51_DJNZ)
        effect_of_flow (i, e);
    else if (i->op >= MCS51_MOV_DPTR && i->op <= MCS51_XCHD)
        effect_of_move (i, e);
    else if (i->op == MCS51_MOV)
        effect_of_move (i, e);
    else if (i->op >= MCS51_ADD && i->op <= MCS51_DA)
        effect_of_arithmetic (i, e);
    else if (i->op >= MCS51_ORL && i->op <= MCS51_SWAP) {
        use (e, i->from);
        if (i->op != MCS51_CLR)
            use (e, i->to);
        kill (e, i->to);
        if (i->op == MCS51_RLC || i->op == MCS51_RRC) {
            e->flags_used |= CY;
            e->flags_killed |= CY;
        }
    } else if (i->op >= MCS51_CLR_BIT)
        effect_of_bits (i, e);
    add_status (e);
}
