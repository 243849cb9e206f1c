/* operand.c -- see operand.h. */
#include "xc167/core/operand.h"

#include "micro/fast.h"
#include "xc167/core/sfr.h"

enum {
    SFR = 0xfe00,
    ESFR = 0xf000,
    BITS = 0xfd00,
    SFR_BITS = 0xff00,
    ESFR_BITS = 0xf100,
    PSW_ADDRESS = 0xff10
};

static struct operand_place
at_address (uint32_t address)
{
    return (struct operand_place) {.address = address};
}

static struct operand_place
at_gpr (uint16_t place)
{
    return (struct operand_place) {.is_gpr = true, .place = place};
}

/* A word of the bit-addressable space, by its short address. */
static struct operand_place
bit_word (const struct micro_core *c, uint8_t n)
{
    bool extended = c->state[HEAD_SEQUENCE] & SEQUENCE_REGISTERS;
    if (n >= 0xf0)
        return at_gpr (xc167_gpr (c, n & 15));
    if (n < 0x80)
        return at_address (BITS + 2u * n);
    return at_address ((extended ? ESFR_BITS : SFR_BITS) + 2u * (n & 0x7fu));
}

static struct operand_place
find (struct micro_core *c, const struct xc167_operand *o, bool is_byte,
      bool counts)
{
    uint16_t size = is_byte ? 1 : 2, pointer, gpr;
    bool extended = c->state[HEAD_SEQUENCE] & SEQUENCE_REGISTERS;
    switch ((enum xc167_operand_kind) o->kind) {
    case OPERAND_GPR:
        return at_gpr (is_byte ? xc167_gpr_byte (c, o->n)
                               : xc167_gpr (c, o->n));
    case OPERAND_REG:
        return at_address ((extended ? ESFR : SFR) + 2u * o->n);
    case OPERAND_MEM:
        return at_address (xc167_physical (c, o->k));
    case OPERAND_BIT:
    case OPERAND_BITWORD:
        return bit_word (c, o->n);
    default:
        assert (o->kind >= OPERAND_INDIRECT && o->kind <= OPERAND_OFFSET);
    }
    gpr = xc167_gpr (c, o->n);
    pointer = xc167_need (c, gpr);
    if (o->kind == OPERAND_OFFSET)
        pointer = (uint16_t) (pointer + o->k);
    if (o->kind == OPERAND_DECREMENT)
        pointer = (uint16_t) (pointer - size);
    if (counts && o->kind == OPERAND_DECREMENT)
        xc167_put (c, gpr, pointer);
    if (counts && o->kind == OPERAND_INCREMENT)
        xc167_put (c, gpr, (uint16_t) (pointer + size));
    return at_address (xc167_physical (c, pointer));
}

struct operand_place
operand_find (struct micro_core *c, const struct xc167_operand *o, bool is_byte)
{
    return find (c, o, is_byte, true);
}

struct operand_place
operand_look (struct micro_core *c, const struct xc167_operand *o, bool is_byte)
{
    return find (c, o, is_byte, false);
}

struct xc167_value
operand_load (struct micro_core *c, const struct operand_place *p, bool is_byte)
{
    if (!p->is_gpr)
        return xc167_load (c, p->address, is_byte);
    if (!is_byte)
        return xc167_get (c, p->place);
    struct micro_value v = fast_get (c, p->place);
    return (struct xc167_value) {v.bits, v.unknown};
}

void
operand_store (struct micro_core *c, const struct operand_place *p,
               struct xc167_value v, bool is_byte)
{
    if (!p->is_gpr)
        xc167_store (c, p->address, v, is_byte);
    else if (is_byte)
        fast_set (c, p->place, value_half (v, 0));
    else
        xc167_set (c, p->place, v);
}

bool
operand_is_psw (const struct operand_place *p)
{
    return !p->is_gpr && (p->address & ~1u) == PSW_ADDRESS;
}

struct xc167_value
operand_worth (struct micro_core *c, const struct xc167_operand *o,
               bool is_byte)
{
    if (o->kind == OPERAND_CONSTANT)
        return value_of (o->k);
    struct operand_place p = operand_find (c, o, is_byte);
    return operand_load (c, &p, is_byte);
}

static bool
needs (const struct xc167_operand *o, unsigned n, bool is_byte)
{
    if (o->kind == OPERAND_GPR)
        return (is_byte ? o->n / 2u : o->n) == n;
    return o->kind >= OPERAND_INDIRECT && o->kind <= OPERAND_OFFSET
           && o->n == n;
}

bool
operand_is_open (const struct xc167_instruction *i)
{
    bool a = i->a.kind == OPERAND_INCREMENT || i->a.kind == OPERAND_DECREMENT;
    bool b = i->b.kind == OPERAND_INCREMENT || i->b.kind == OPERAND_DECREMENT;
    return (a && needs (&i->b, i->a.n, i->is_byte))
           || (b && needs (&i->a, i->b.n, i->is_byte));
}

/* ---- bits */

unsigned
operand_load_bit (struct micro_core *c, const struct operand_place *p,
                  unsigned bit)
{
    assert (bit < 16);
    if (p->is_gpr)
        return value_bit (xc167_get (c, p->place), bit);
    uint16_t place = xc167_place_at (c, p->address);
    if (place != XC167_NONE && place < c->program->hot)
        return value_bit (c166_register_load (c, place, (uint16_t) (1u << bit)),
                          bit);
    return value_bit (xc167_load (c, p->address, false), bit);
}

void
operand_store_bits (struct micro_core *c, const struct operand_place *p,
                    struct xc167_value v, uint16_t which)
{
    uint16_t place = p->is_gpr ? p->place : xc167_place_at (c, p->address);
    if (place == XC167_NONE)
        xc167_store (c, p->address, v, false);
    else if (place < c->program->hot)
        c166_register_store (c, place, v, which);
    else
        xc167_set (c, place, value_merge (xc167_get (c, place), which, v));
}
