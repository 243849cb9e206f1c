/* access.c -- words and bytes of registers, memory, code and the stack. */
#include "micro/fast.h"
#include "micro/outside.h"
#include "xc167/core/sfr.h"
#include "xc167/core/value.h"

struct xc167_value
xc167_get (const struct micro_core *c, uint16_t place)
{
    return value_join (fast_get (c, place),
                       fast_get (c, (uint16_t) (place + 1)));
}

uint16_t
xc167_need (struct micro_core *c, uint16_t place)
{
    return fast_pair (c, place);
}

void
xc167_set (struct micro_core *c, uint16_t place, struct xc167_value v)
{
    fast_set (c, place, value_half (v, 0));
    fast_set (c, (uint16_t) (place + 1), value_half (v, 1));
}

void
xc167_put (struct micro_core *c, uint16_t place, uint16_t value)
{
    fast_put_pair (c, place, value);
}

uint16_t
xc167_know (struct micro_core *c, struct xc167_value v)
{
    if (!v.unknown)
        return v.bits;
    uint8_t low = core_know (c, value_half (v, 0));
    return (uint16_t) (low | core_know (c, value_half (v, 1)) << 8);
}

/* CP is kept such that the bank lies in the first memory (sfr.c). */
static uint16_t
bank (const struct micro_core *c)
{
    uint32_t cp = c->data[XC167_CP] | (uint32_t) c->data[XC167_CP + 1] << 8;
    assert (!c->mask[XC167_CP] && !c->mask[XC167_CP + 1]);
    return (uint16_t) (c->program->hot + cp
                       - xc167_of (c)->device->memory[0].first);
}

uint16_t
xc167_gpr (const struct micro_core *c, unsigned n)
{
    assert (n < 16);
    return (uint16_t) (bank (c) + 2 * n);
}

uint16_t
xc167_gpr_byte (const struct micro_core *c, unsigned n)
{
    assert (n < 16);
    return (uint16_t) (bank (c) + n);
}

uint16_t
xc167_need_gpr (struct micro_core *c, unsigned n)
{
    return fast_pair (c, xc167_gpr (c, n));
}

uint32_t
xc167_physical (const struct micro_core *c, uint16_t address)
{
    uint8_t sequence = c->state[HEAD_SEQUENCE];
    uint32_t override = c->state[HEAD_OVERRIDE];
    if (sequence & SEQUENCE_SEGMENT)
        return override << 16 | address;
    uint32_t page;
    if (sequence & SEQUENCE_PAGE)
        page = override | (uint32_t) (sequence >> SEQUENCE_HIGH) << 8;
    else {
        unsigned dpp = XC167_DPP0 + 2u * (address >> 14);
        page = c->data[dpp] | (uint32_t) c->data[dpp + 1] << 8;
    }
    return (page & 0x3ff) << 14 | (address & 0x3fff);
}

void
xc167_request_trap (struct micro_core *c, uint16_t flag)
{
    uint16_t tfr = xc167_need (c, XC167_TFR);
    xc167_put (c, XC167_TFR, tfr | flag);
}

/* Nobody has determined it, and nobody keeps it. */
static struct xc167_value
load_outside (struct micro_core *c, bool is_byte)
{
    struct xc167_value any = {0, value_mask (is_byte)};
    c->input = true;
    return outside_is_eager (c) ? value_of (xc167_know (c, any)) : any;
}

static struct xc167_value
load_code (struct micro_core *c, uint32_t address, bool is_byte)
{
    const struct xc167_program *p = xc167_of (c);
    if (!xc167_is_loaded (p, address)
        || (!is_byte && !xc167_is_loaded (p, address + 1)))
        return load_outside (c, is_byte);
    const uint8_t *byte = &p->segment[address >> 16]->byte[address & 0xffff];
    return value_of (is_byte ? byte[0] : byte[0] | (uint32_t) byte[1] << 8);
}

/* The access does not take place. */
static bool
is_odd (struct micro_core *c, uint32_t address, bool is_byte)
{
    if (is_byte || !(address & 1))
        return false;
    core_fail (c, FAULT_OPERAND, true);
    xc167_request_trap (c, TRAP_ILLOPA);
    return true;
}

struct xc167_value
xc167_load (struct micro_core *c, uint32_t address, bool is_byte)
{
    if (is_odd (c, address, is_byte))
        return load_outside (c, false);
    uint16_t place = xc167_place_at (c, address);
    if (place == XC167_NONE)
        return load_code (c, address, is_byte);
    if (place < c->program->hot) {
        uint16_t want = is_byte ? (uint16_t) (0xff << 8 * (place & 1)) : 0xffff;
        struct xc167_value v =
            c166_register_load (c, place & (uint16_t) ~1, want);
        unsigned shift = is_byte && place & 1 ? 8 : 0;
        return (struct xc167_value) {v.bits >> shift, v.unknown >> shift};
    }
    if (!is_byte)
        return xc167_get (c, place);
    struct micro_value v = fast_get (c, place);
    return (struct xc167_value) {v.bits, v.unknown};
}

/* Registers that this device has, but not this table: whatever they do is not
 * modelled. */
static bool
is_unknown_register (uint32_t address)
{
    return (address >= 0xe000 && address < 0xf200)
           || (address >= 0xfe00 && address < 0x10000);
}

/* A byte of an SFR: the other one becomes 0. */
static void
store_register (struct micro_core *c, uint16_t place, struct xc167_value v,
                bool is_byte)
{
    uint16_t address = xc167_address_of (xc167_of (c)->device, place);
    uint16_t which = 0xffff;
    if (is_byte && place & 1) {
        v.bits = (uint16_t) (v.bits << 8);
        v.unknown = (uint16_t) (v.unknown << 8);
    }
    if (is_byte && address < 0xf000)
        which = (uint16_t) (0xff << 8 * (place & 1));
    c166_register_store (c, place & (uint16_t) ~1, v, which);
}

void
xc167_store (struct micro_core *c, uint32_t address, struct xc167_value v,
             bool is_byte)
{
    assert (!(v.bits & v.unknown));
    if (is_odd (c, address, is_byte))
        return;
    uint16_t place = xc167_place_at (c, address);
    if (place == XC167_NONE) {
        if (is_unknown_register (address))
            core_fail (c, FAULT_OTHER, false);
        else if (xc167_is_loaded (xc167_of (c), address))
            core_fail (c, FAULT_SPM, false);
        else
            core_fail (c, FAULT_WRITE_OUTSIDE, true);
    } else if (place < c->program->hot)
        store_register (c, place, v, is_byte);
    else if (is_byte)
        fast_set (c, place, value_half (v, 0));
    else
        xc167_set (c, place, v);
}

/* ---- the stack */

static bool
stack_in_memory (struct micro_core *c, uint16_t sp, uint16_t *place)
{
    *place = xc167_place_at (c, sp);
    if (*place != XC167_NONE && *place >= c->program->hot
        && xc167_place_at (c, sp + 1u) == *place + 1)
        return true;
    core_fail (c, FAULT_STACK_IN_IO, false);
    return false;
}

void
xc167_push (struct micro_core *c, struct xc167_value v)
{
    uint16_t sp = (uint16_t) (xc167_need (c, XC167_SP) - 2), place;
    xc167_put (c, XC167_SP, sp);
    if (stack_in_memory (c, sp, &place))
        xc167_set (c, place, v);
    if (sp < xc167_need (c, XC167_STKOV)) {
        core_fail (c, FAULT_STACK_INTO_DATA, true);
        xc167_request_trap (c, TRAP_STKOF);
    }
}

static void
forget_cell (struct micro_core *c, uint16_t place)
{
    const struct micro_program *p = c->program;
    if (p->memory != MICRO_SYMBOLIC_STACK
        || !(p->reductions & MICRO_LAZY_STACK))
        return;
    for (unsigned i = 0; i < 2; i++, place++)
        if (!fast_observed (c, place))
            core_set (c, place,
                      p->broken & BROKEN_LAZY_STACK
                          ? (struct micro_value) {0, 0}
                          : (struct micro_value) {0, 0xff});
}

struct xc167_value
xc167_pop (struct micro_core *c)
{
    uint16_t sp = xc167_need (c, XC167_SP), place;
    struct xc167_value v = {0, 0};
    if (stack_in_memory (c, sp, &place)) {
        v = xc167_get (c, place);
        forget_cell (c, place);
    }
    sp = (uint16_t) (sp + 2);
    xc167_put (c, XC167_SP, sp);
    if (sp > xc167_need (c, XC167_STKUN)) {
        core_fail (c, FAULT_STACK_UNDERFLOW, true);
        xc167_request_trap (c, TRAP_STKUF);
    }
    return v;
}

/* ---- flags, flow */

void
xc167_flags (struct micro_core *c, uint8_t which, uint8_t bits, uint8_t unknown)
{
    struct micro_value v = fast_get (c, XC167_PSW);
    assert (!(bits & unknown) && !((bits | unknown) & ~which));
    v.bits = (uint8_t) ((v.bits & ~which) | bits);
    v.unknown = (uint8_t) ((v.unknown & ~which) | unknown);
    fast_set (c, XC167_PSW, v);
}

bool
xc167_need_flag (struct micro_core *c, enum xc167_flag flag)
{
    return core_need_bit (c, XC167_PSW, (unsigned) __builtin_ctz (flag));
}

void
xc167_go (struct micro_core *c, uint32_t address)
{
    if (address & 1)
        core_fail (c, FAULT_JUMP_OUTSIDE, false);
    fast_put_pc (c, address >> 1);
    fast_write (c, HEAD_PC_HIGH, (uint8_t) (address >> 17));
}
