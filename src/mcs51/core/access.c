/* access.c -- flags, operands, the stack, external RAM. */
#include "mcs51/core/core.h"

#include <assert.h>

#include "mcs51/core/sfr.h"
#include "micro/fast.h"
#include "micro/outside.h"

unsigned
mcs51_flag (const struct micro_core *c, enum mcs51_flag_bit flag)
{
    if (c->mask[MCS51_PSW] >> flag & 1)
        return 2;
    return c->data[MCS51_PSW] >> flag & 1;
}

bool
mcs51_need_flag (struct micro_core *c, enum mcs51_flag_bit flag)
{
    return core_need_bit (c, MCS51_PSW, flag);
}

void
mcs51_set_flags (struct micro_core *c, uint8_t which, struct micro_value v)
{
    struct micro_value old = fast_get (c, MCS51_PSW);
    assert (!((v.bits | v.unknown) & ~which) && !(which & 0x19));
    old.bits = (uint8_t) ((old.bits & ~which) | v.bits);
    old.unknown = (uint8_t) ((old.unknown & ~which) | v.unknown);
    fast_set (c, MCS51_PSW, old);
}

void
mcs51_set_carry (struct micro_core *c, unsigned ternary)
{
    uint8_t carry = 1 << FLAG_CY;
    assert (ternary <= 2);
    mcs51_set_flags (c, carry,
                     (struct micro_value) {ternary == 1 ? carry : 0,
                                           ternary == 2 ? carry : 0});
}

uint16_t
mcs51_register (const struct micro_core *c, unsigned n)
{
    uint8_t bank = 3 << FLAG_RS0;
    assert (n < 8 && !(c->mask[MCS51_PSW] & bank));
    return (uint16_t) ((c->data[MCS51_PSW] & bank) + n);
}

uint16_t
mcs51_cell (const struct micro_core *c, unsigned number)
{
    assert (number <= 0xff);
    if (number >= mcs51_of (c)->device->ram)
        return UINT16_MAX;
    return (uint16_t) (number < 0x80 ? number : number + 0x80);
}

/* Nobody has determined it; what is written there is lost. */
static struct micro_value
load_nothing (struct micro_core *c)
{
    struct micro_value any = {0, 0xff};
    c->input = true;
    if (outside_is_eager (c))
        any = (struct micro_value) {core_know (c, any), 0};
    return any;
}

static struct micro_value
load_cell (struct micro_core *c, unsigned number)
{
    uint16_t at = mcs51_cell (c, number);
    return at == UINT16_MAX ? load_nothing (c) : fast_get (c, at);
}

static void
store_cell (struct micro_core *c, unsigned number, struct micro_value v)
{
    uint16_t at = mcs51_cell (c, number);
    if (at == UINT16_MAX)
        core_fail (c, FAULT_WRITE_OUTSIDE, true);
    else
        fast_set (c, at, v);
}

/* ---- operands */

static bool
is_plain (uint8_t address)
{
    return address < 0x80 || address == MCS51_ACC || address == MCS51_B
           || address == MCS51_PSW
           || (address >= MCS51_SP && address <= MCS51_DPH);
}

struct micro_value
mcs51_load_direct (struct micro_core *c, uint8_t address, bool modifies)
{
    if (is_plain (address))
        return fast_get (c, address);
    return sfr_load (c, address, 0xff, modifies);
}

/* Cells that the stack pointer leaves (MICRO_LAZY_STACK). */
static void
forget_cell (struct micro_core *c, unsigned number)
{
    const struct mcs51_program *p = mcs51_of (c);
    uint16_t at = mcs51_cell (c, number);
    if (at == UINT16_MAX || p->micro.memory != MICRO_SYMBOLIC_STACK
        || !(p->micro.reductions & MICRO_LAZY_STACK) || fast_observed (c, at))
        return;
    if (p->micro.broken & BROKEN_LAZY_STACK)
        core_put (c, at, 0);
    else
        core_set (c, at, (struct micro_value) {0, 0xff});
}

/* The cells that the stack holds up to this one must be its own. */
static void
stack_look (struct micro_core *c, unsigned cell)
{
    const struct mcs51_program *p = mcs51_of (c);
    if (cell >= p->device->ram
        || (p->stack_first && (cell < p->stack_first || cell > p->stack_last)))
        core_fail (c, FAULT_STACK_INTO_DATA, true);
}

/* A frame is made by setting the pointer; an empty stack ends right below its first
 * cell. */
static void
move_stack (struct micro_core *c, struct micro_value v)
{
    const struct mcs51_program *p = mcs51_of (c);
    struct micro_value old = fast_get (c, MCS51_SP);
    fast_set (c, MCS51_SP, v);
    if (v.unknown)
        return;
    if (p->stack_first && v.bits + 1u != p->stack_first)
        stack_look (c, v.bits);
    for (unsigned cell = v.bits + 1u; !old.unknown && cell <= old.bits; cell++)
        forget_cell (c, cell);
}

void
mcs51_store_direct (struct micro_core *c, uint8_t address, struct micro_value v)
{
    assert (!(v.bits & v.unknown));
    if (address == MCS51_PSW) { /* the parity is made by mcs51_parity */
        struct micro_value old = fast_get (c, MCS51_PSW);
        v.bits = (uint8_t) ((v.bits & ~1) | (old.bits & 1));
        v.unknown = (uint8_t) ((v.unknown & ~1) | (old.unknown & 1));
        core_set (c, address, v);
    } else if (address == MCS51_SP)
        move_stack (c, v);
    else if (is_plain (address))
        fast_set (c, address, v);
    else
        sfr_store (c, address, v);
}

struct micro_value
mcs51_load (struct micro_core *c, struct mcs51_operand o, bool modifies)
{
    switch ((enum mcs51_mode) o.mode) {
    case OPERAND_A:
        return fast_get (c, MCS51_ACC);
    case OPERAND_R:
        return fast_get (c, mcs51_register (c, o.x));
    case OPERAND_AT_R:
        return load_cell (c, fast_need (c, mcs51_register (c, o.x)));
    case OPERAND_DIRECT:
        return mcs51_load_direct (c, o.x, modifies);
    default:
        assert (o.mode == OPERAND_IMMEDIATE);
        return (struct micro_value) {o.x, 0};
    }
}

void
mcs51_store (struct micro_core *c, struct mcs51_operand o, struct micro_value v)
{
    switch ((enum mcs51_mode) o.mode) {
    case OPERAND_A:
        fast_set (c, MCS51_ACC, v);
        break;
    case OPERAND_R:
        fast_set (c, mcs51_register (c, o.x), v);
        break;
    case OPERAND_AT_R:
        store_cell (c, fast_need (c, mcs51_register (c, o.x)), v);
        break;
    default:
        assert (o.mode == OPERAND_DIRECT);
        mcs51_store_direct (c, o.x, v);
    }
}

uint8_t
mcs51_need (struct micro_core *c, struct mcs51_operand o, bool modifies)
{
    struct micro_value v = mcs51_load (c, o, modifies);
    if (!v.unknown)
        return v.bits;
    switch ((enum mcs51_mode) o.mode) {
    case OPERAND_A:
        return core_need (c, MCS51_ACC);
    case OPERAND_R:
        return core_need (c, mcs51_register (c, o.x));
    case OPERAND_AT_R: {
        uint16_t at = mcs51_cell (c, fast_need (c, mcs51_register (c, o.x)));
        return at == UINT16_MAX ? core_know (c, v) : core_need (c, at);
    }
    default:
        if (o.mode == OPERAND_DIRECT && is_plain (o.x))
            return core_need (c, o.x);
        return core_know (c, v);
    }
}

/* ---- bits */

/* The parity of what is not known: all of ACC tells. */
static void
need_parity (struct micro_core *c, uint8_t address, unsigned bit)
{
    if (address == MCS51_PSW && bit == FLAG_P && c->mask[MCS51_ACC]) {
        core_need (c, MCS51_ACC);
        mcs51_parity (c);
    }
}

unsigned
mcs51_load_bit (struct micro_core *c, uint8_t bit, bool modifies)
{
    uint8_t address = mcs51_bit_byte (bit), one = (uint8_t) (1u << (bit & 7));
    need_parity (c, address, bit & 7);
    struct micro_value v = is_plain (address)
                               ? fast_get (c, address)
                               : sfr_load (c, address, one, modifies);
    return v.unknown & one ? 2 : (v.bits & one) != 0;
}

bool
mcs51_need_bit (struct micro_core *c, uint8_t bit, bool modifies)
{
    uint8_t address = mcs51_bit_byte (bit), one = (uint8_t) (1u << (bit & 7));
    unsigned value = mcs51_load_bit (c, bit, modifies);
    if (value < 2)
        return value;
    if (is_plain (address) || sfr_keeps (c, address, one))
        return core_need_bit (c, address, bit & 7);
    return core_know (c, (struct micro_value) {0, one});
}

/* The whole byte is read and written back; of a port the latch. */
void
mcs51_store_bit (struct micro_core *c, uint8_t bit, unsigned ternary)
{
    uint8_t address = mcs51_bit_byte (bit), one = (uint8_t) (1u << (bit & 7));
    assert (ternary <= 2);
    if (address >= 0x80 && !mcs51_register_at (mcs51_of (c)->device, address)) {
        core_fail (c, FAULT_WRITE_OUTSIDE, true);
        return;
    }
    struct micro_value v = fast_get (c, address);
    v.bits = (uint8_t) ((v.bits & ~one) | (ternary == 1 ? one : 0));
    v.unknown = (uint8_t) ((v.unknown & ~one) | (ternary == 2 ? one : 0));
    mcs51_store_direct (c, address, v);
}

/* ---- the stack */

void
mcs51_push (struct micro_core *c, struct micro_value v)
{
    uint8_t sp = (uint8_t) (fast_need (c, MCS51_SP) + 1);
    uint16_t at = mcs51_cell (c, sp);
    stack_look (c, sp);
    fast_put (c, MCS51_SP, sp);
    if (at != UINT16_MAX)
        fast_set (c, at, v);
}

struct micro_value
mcs51_pop (struct micro_core *c)
{
    const struct mcs51_program *p = mcs51_of (c);
    uint8_t sp = fast_need (c, MCS51_SP);
    if (sp >= p->device->ram || (p->stack_first && sp < p->stack_first))
        core_fail (c, FAULT_STACK_UNDERFLOW, true);
    struct micro_value v = load_cell (c, sp);
    forget_cell (c, sp);
    fast_put (c, MCS51_SP, (uint8_t) (sp - 1));
    return v;
}

/* ---- external RAM */

/* While it is reached port 0 is the bus, and its latch may be set. */
static void
use_bus (struct micro_core *c)
{
    struct micro_value latch = fast_get (c, MCS51_P0);
    uint8_t low = (uint8_t) ~(latch.bits | latch.unknown);
    if (low) {
        latch.unknown |= low;
        core_set (c, MCS51_P0, latch);
    }
}

struct micro_value
mcs51_load_external (struct micro_core *c, uint16_t address)
{
    const struct mcs51_program *p = mcs51_of (c);
    use_bus (c);
    if (address >= p->xram)
        return load_nothing (c);
    return fast_get (c, (uint16_t) (mcs51_xram_first (p->device) + address));
}

void
mcs51_store_external (struct micro_core *c, uint16_t address,
                      struct micro_value v)
{
    const struct mcs51_program *p = mcs51_of (c);
    use_bus (c);
    if (address >= p->xram)
        core_fail (c, FAULT_WRITE_OUTSIDE, true);
    else
        fast_set (c, (uint16_t) (mcs51_xram_first (p->device) + address), v);
}
