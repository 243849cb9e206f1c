/* effect.c -- what an instruction reads and overwrites. */
#include "avr/reduce/effect.h"

#include <assert.h>
#include <string.h>

enum {
    C = 1 << FLAG_C,
    Z = 1 << FLAG_Z,
    N = 1 << FLAG_N,
    V = 1 << FLAG_V,
    S = 1 << FLAG_S,
    H = 1 << FLAG_H,
    T = 1 << FLAG_T,
    LOGIC = S | V | N | Z,
    SHIFT = LOGIC | C,
    ARITHMETIC = SHIFT | H,
    ALL_FLAGS = ARITHMETIC | T
};
enum { X = 26, Y = 28, POINTER_Z = 30 };

static uint32_t
one (unsigned r)
{
    assert (r < 32);
    return (uint32_t) 1 << r;
}

static uint32_t
pair (unsigned r)
{
    assert (r < 31);
    return (uint32_t) 3 << r;
}

static void
two_operands (struct avr_effect *e, const struct avr_instruction *i,
              bool writes, unsigned flags)
{
    e->uses = one (i->d) | one (i->r);
    e->kills = writes ? one (i->d) : 0;
    e->flags_killed = (uint8_t) flags;
}

static void
one_operand (struct avr_effect *e, const struct avr_instruction *i, bool writes,
             unsigned flags)
{
    e->uses = one (i->d);
    e->kills = writes ? one (i->d) : 0;
    e->flags_killed = (uint8_t) flags;
}

static void
load_at (struct avr_effect *e, const struct avr_instruction *i,
         unsigned pointer, int offset, bool moves)
{
    e->access = ACCESS_LOAD_AT;
    e->pointer = (uint8_t) pointer;
    e->offset = (int16_t) offset;
    e->bytes = 1;
    e->uses = pair (pointer);
    e->kills = one (i->d) | (moves ? pair (pointer) : 0);
}

static void
store_at (struct avr_effect *e, const struct avr_instruction *i,
          unsigned pointer, int offset, bool moves)
{
    load_at (e, i, pointer, offset, moves);
    e->access = ACCESS_STORE_AT;
    e->uses |= one (i->d);
    e->kills = moves ? pair (pointer) : 0;
}

static void
load_direct (struct avr_effect *e, uint32_t address)
{
    e->access = ACCESS_LOAD;
    e->address = (uint16_t) address;
    e->bytes = 1;
    if (address < 32)
        e->uses |= one (address);
    if (address == AVR_SREG)
        e->flags_used = ALL_FLAGS;
}

static void
store_direct (struct avr_effect *e, uint32_t address)
{
    e->access = ACCESS_STORE;
    e->address = (uint16_t) address;
    e->bytes = 1;
    if (address < 32)
        e->kills |= one (address);
    if (address == AVR_SREG)
        e->flags_killed = ALL_FLAGS;
}

static void
stack (struct avr_effect *e, enum avr_access access, unsigned bytes)
{
    e->access = (uint8_t) access;
    e->bytes = (uint8_t) bytes;
}

static void
of_arithmetic (const struct avr_instruction *i, struct avr_effect *e)
{
    switch (i->op) {
    case AVR_ADD:
    case AVR_SUB:
        two_operands (e, i, true, ARITHMETIC);
        break;
    case AVR_ADC:
        two_operands (e, i, true, ARITHMETIC);
        e->flags_used = C;
        break;
    case AVR_SBC:
        two_operands (e, i, true, ARITHMETIC);
        e->flags_used = C | Z;
        break;
    case AVR_CP:
        two_operands (e, i, false, ARITHMETIC);
        break;
    case AVR_CPC:
        two_operands (e, i, false, ARITHMETIC);
        e->flags_used = C | Z;
        break;
    case AVR_CPI:
        one_operand (e, i, false, ARITHMETIC);
        break;
    case AVR_SUBI:
    case AVR_NEG:
        one_operand (e, i, true, ARITHMETIC);
        break;
    case AVR_SBCI:
        one_operand (e, i, true, ARITHMETIC);
        e->flags_used = C | Z;
        break;
    case AVR_ADIW:
    case AVR_SBIW:
        e->uses = e->kills = pair (i->d);
        e->flags_killed = SHIFT;
        break;
    case AVR_MUL:
    case AVR_MULS:
    case AVR_MULSU:
    case AVR_FMUL:
    case AVR_FMULS:
    case AVR_FMULSU:
        two_operands (e, i, false, C | Z);
        e->kills = pair (0);
        break;
    default:
        break;
    }
}

static void
of_logic (const struct avr_instruction *i, struct avr_effect *e)
{
    switch (i->op) {
    case AVR_AND:
    case AVR_OR:
    case AVR_EOR:
        two_operands (e, i, true, LOGIC);
        if (i->op == AVR_EOR && i->d == i->r)
            e->uses = 0; /* CLR */
        break;
    case AVR_ANDI:
    case AVR_ORI:
    case AVR_INC:
    case AVR_DEC:
        one_operand (e, i, true, LOGIC);
        break;
    case AVR_COM:
    case AVR_ASR:
    case AVR_LSR:
        one_operand (e, i, true, SHIFT);
        break;
    case AVR_ROR:
        one_operand (e, i, true, SHIFT);
        e->flags_used = C;
        break;
    case AVR_SWAP:
        one_operand (e, i, true, 0);
        break;
    case AVR_BSET:
    case AVR_BCLR:
        e->flags_killed = (uint8_t) (1 << i->bit) & ALL_FLAGS;
        break;
    case AVR_BST:
        one_operand (e, i, false, T);
        break;
    case AVR_BLD:
        one_operand (e, i, true, 0);
        e->flags_used = T;
        break;
    case AVR_BRBS:
    case AVR_BRBC:
        e->flags_used = (uint8_t) (1 << i->bit) & ALL_FLAGS;
        break;
    case AVR_SBRC:
    case AVR_SBRS:
        one_operand (e, i, false, 0);
        break;
    case AVR_CPSE:
        two_operands (e, i, false, 0);
        break;
    default:
        break;
    }
}

static void
of_copy (const struct avr_instruction *i, struct avr_effect *e)
{
    switch (i->op) {
    case AVR_MOV:
        e->uses = one (i->r);
        e->kills = one (i->d);
        break;
    case AVR_MOVW:
        e->uses = pair (i->r);
        e->kills = pair (i->d);
        break;
    case AVR_LDI:
        e->kills = one (i->d);
        break;
    case AVR_LDS:
    case AVR_IN:
        e->kills = one (i->d);
        load_direct (e, i->k);
        break;
    case AVR_STS:
    case AVR_OUT:
        e->uses = one (i->d);
        store_direct (e, i->k);
        break;
    case AVR_SBIC:
    case AVR_SBIS:
        load_direct (e, i->k);
        break;
    case AVR_SBI:
    case AVR_CBI:
        load_direct (e, i->k); /* the other bits stay */
        e->access = ACCESS_STORE;
        break;
    case AVR_LPM_R0:
    case AVR_ELPM_R0:
        e->uses = pair (POINTER_Z);
        e->kills = one (0);
        break;
    case AVR_LPM:
    case AVR_ELPM:
        e->uses = pair (POINTER_Z);
        e->kills = one (i->d);
        break;
    case AVR_LPM_INC:
    case AVR_ELPM_INC:
        e->uses = pair (POINTER_Z);
        e->kills = one (i->d) | pair (POINTER_Z);
        break;
    case AVR_SPM:
        e->uses = pair (0) | pair (POINTER_Z);
        break;
    default:
        break;
    }
}

static void
of_pointer (const struct avr_instruction *i, struct avr_effect *e)
{
    int q = (int) i->k;
    switch (i->op) {
    case AVR_LDD_Y:
        load_at (e, i, Y, q, false);
        break;
    case AVR_LDD_Z:
        load_at (e, i, POINTER_Z, q, false);
        break;
    case AVR_LD_X:
        load_at (e, i, X, 0, false);
        break;
    case AVR_LD_X_INC:
    case AVR_LD_X_DEC:
        load_at (e, i, X, i->op == AVR_LD_X_DEC ? -1 : 0, true);
        break;
    case AVR_LD_Y_INC:
    case AVR_LD_Y_DEC:
        load_at (e, i, Y, i->op == AVR_LD_Y_DEC ? -1 : 0, true);
        break;
    case AVR_LD_Z_INC:
    case AVR_LD_Z_DEC:
        load_at (e, i, POINTER_Z, i->op == AVR_LD_Z_DEC ? -1 : 0, true);
        break;
    case AVR_STD_Y:
        store_at (e, i, Y, q, false);
        break;
    case AVR_STD_Z:
        store_at (e, i, POINTER_Z, q, false);
        break;
    case AVR_ST_X:
        store_at (e, i, X, 0, false);
        break;
    case AVR_ST_X_INC:
    case AVR_ST_X_DEC:
        store_at (e, i, X, i->op == AVR_ST_X_DEC ? -1 : 0, true);
        break;
    case AVR_ST_Y_INC:
    case AVR_ST_Y_DEC:
        store_at (e, i, Y, i->op == AVR_ST_Y_DEC ? -1 : 0, true);
        break;
    case AVR_ST_Z_INC:
    case AVR_ST_Z_DEC:
        store_at (e, i, POINTER_Z, i->op == AVR_ST_Z_DEC ? -1 : 0, true);
        break;
    default:
        break;
    }
}

static void
of_stack (const struct avr_instruction *i, struct avr_effect *e)
{
    switch (i->op) {
    case AVR_PUSH:
        e->uses = one (i->d);
        stack (e, ACCESS_PUSH, 1);
        break;
    case AVR_POP:
        e->kills = one (i->d);
        stack (e, ACCESS_POP, 1);
        break;
    case AVR_CALL:
    case AVR_RCALL:
        stack (e, ACCESS_PUSH, 2);
        break;
    case AVR_ICALL:
    case AVR_EICALL:
        e->uses = pair (POINTER_Z);
        stack (e, ACCESS_PUSH, 2);
        break;
    case AVR_IJMP:
    case AVR_EIJMP:
        e->uses = pair (POINTER_Z);
        break;
    case AVR_RET:
    case AVR_RETI:
        stack (e, ACCESS_POP, 2);
        break;
    default:
        break;
    }
}

void
avr_effect_of (const struct avr_instruction *i, struct avr_effect *e)
{
    assert (i->words == 1 || i->words == 2 || i->op == AVR_BAD);
    memset (e, 0, sizeof *e);
    of_arithmetic (i, e);
    of_logic (i, e);
    of_copy (i, e);
    of_pointer (i, e);
    of_stack (i, e);
    assert (!(e->flags_killed & 1 << FLAG_I));
}

bool
avr_is_call (const struct avr_instruction *i)
{
    return i->op == AVR_CALL || i->op == AVR_RCALL || i->op == AVR_ICALL
           || i->op == AVR_EICALL;
}

uint32_t
avr_wrapped (const struct avr_program *p, uint32_t pc)
{
    assert (p->device->flash_bytes);
    return pc & (p->device->flash_bytes / 2 - 1);
}

size_t
avr_successors (const struct avr_program *p, uint32_t pc, uint32_t target[2])
{
    assert (pc < p->code_words);
    const struct avr_instruction *i = &p->instruction[pc];
    uint32_t next = avr_wrapped (p, pc + i->words);
    target[0] = next;
    switch (i->op) {
    case AVR_BAD:
    case AVR_RET:
    case AVR_RETI:
    case AVR_IJMP:
    case AVR_ICALL:
    case AVR_EIJMP:
    case AVR_EICALL:
        return 0;
    case AVR_JMP:
    case AVR_RJMP:
    case AVR_CALL:
    case AVR_RCALL:
        target[0] = avr_wrapped (p, i->k);
        return 1;
    case AVR_BRBS:
    case AVR_BRBC:
        target[1] = avr_wrapped (p, i->k);
        return 2;
    case AVR_CPSE:
    case AVR_SBRC:
    case AVR_SBRS:
    case AVR_SBIC:
    case AVR_SBIS:
        target[1] = next;
        if (next < p->code_words && p->instruction[next].words)
            target[1] += p->instruction[next].words;
        return 2;
    default:
        return 1;
    }
}

static enum micro_turn_kind
kind_of (const struct avr_instruction *i)
{
    switch (i->op) {
    case AVR_CALL:
    case AVR_RCALL:
        return TURN_CALL;
    case AVR_ICALL:
    case AVR_EICALL:
        return TURN_CALL_INDIRECT;
    case AVR_IJMP:
    case AVR_EIJMP:
        return TURN_INDIRECT;
    case AVR_RET:
        return TURN_RETURN;
    case AVR_RETI:
        return TURN_RESUME;
    case AVR_BAD:
        return TURN_END;
    default:
        return avr_jumps (i) ? TURN_JUMP : TURN_NONE;
    }
}

void
avr_turn (const struct avr_program *p, uint32_t pc, struct micro_turn *t)
{
    const struct avr_instruction *i = &p->instruction[pc];
    t->kind = kind_of (i);
    t->behind = avr_wrapped (p, pc + i->words);
    t->targets = avr_successors (p, pc, t->target);
}
