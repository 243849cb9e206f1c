/* sfr.c -- loads and stores of registers. */
#include "xc167/core/sfr.h"

#include <assert.h>

#include "micro/fast.h"
#include "micro/outside.h"
#include "xc167/core/value.h"

enum { REQUEST_IR = 0x80, BANK = 16 * 2 };

static struct xc167_value
outside (struct micro_core *c, uint16_t place, uint16_t unknown,
         uint16_t restricted)
{
    struct micro_value low = {0, 0}, high = {0, 0};
    if (unknown & 0xff)
        low = outside_bits (c, place, (uint8_t) unknown, (uint8_t) restricted);
    if (unknown >> 8)
        high =
            outside_bits (c, (uint16_t) (place + 1), (uint8_t) (unknown >> 8),
                          (uint8_t) (restricted >> 8));
    return value_join (low, high);
}

/* Lines that may be driven from outside; those in `surely` are inputs of the port. */
static uint16_t
lines_outside (const struct micro_core *c, const struct xc167_register *r,
               uint16_t *surely)
{
    const struct xc167_device *d = xc167_of (c)->device;
    const struct xc167_port *p = d->ports;
    while (p->data != r->address) {
        p++;
        assert (p < d->ports + d->port_count);
    }
    struct xc167_value direction =
        xc167_get (c, xc167_place_at (c, p->direction));
    uint16_t maybe = r->plain & (uint16_t) ~direction.bits;
    *surely = maybe & (uint16_t) ~direction.unknown;
    for (unsigned i = 0; i < 2; i++) {
        if (!p->alternate[i])
            continue;
        struct xc167_value v =
            xc167_get (c, xc167_place_at (c, p->alternate[i]));
        maybe |= r->plain & (v.bits | v.unknown);
    }
    return maybe;
}

static struct xc167_value
load_port (struct micro_core *c, uint16_t place, const struct xc167_register *r,
           uint16_t want)
{
    uint16_t surely, maybe = lines_outside (c, r, &surely);
    struct xc167_value latch = xc167_get (c, place);
    uint16_t kept = r->plain & (uint16_t) ~maybe & want;
    struct xc167_value v = outside (c, place, maybe & want, surely);
    return value_merge (v, kept, latch);
}

/* An unknown request flag is chosen where it is looked at, and kept. */
static void
look_at_request (struct micro_core *c, uint16_t place)
{
    if (c->mask[place] & REQUEST_IR) {
        c->input = true;
        core_need_bit (c, place, 7);
    }
    if (c->data[place] & REQUEST_IR)
        xc167_late (c);
}

struct xc167_value
c166_register_load (struct micro_core *c, uint16_t place, uint16_t want)
{
    const struct xc167_register *r =
        &xc167_of (c)->device->registers[place / 2];
    assert (!(place & 1) && place < c->program->hot);
    if (r->special == REGISTER_PORT)
        return load_port (c, place, r, want);
    if (r->special == REGISTER_CSP)
        return value_of (core_pc (c) >> 15 & want);
    if (r->special == REGISTER_REQUEST && want & REQUEST_IR)
        look_at_request (c, place);
    if (place == XC167_MDL) /* MD is free again */
        xc167_put (c, XC167_MDC, 0);
    uint16_t fixed = r->reset & (uint16_t) ~(r->plain | r->input);
    struct xc167_value v = outside (c, place, r->input & want, 0xffff);
    v = value_merge (v, r->plain & want, xc167_get (c, place));
    v.bits |= fixed & want;
    return v;
}

/* ---- stores */

static bool
is_source (const struct micro_core *c, uint16_t place)
{
    const struct xc167_program *p = xc167_of (c);
    for (size_t i = 1; i < p->device->node_count; i++)
        if (p->device->nodes[i].mask && p->source[i].place == place)
            return true;
    return false;
}

static void
store_psw (struct micro_core *c, struct xc167_value v, uint16_t which)
{
    if (which >> 8) {
        xc167_before (c);
        v.bits = (uint16_t) ((v.bits & 0xff)
                             | core_know (c, value_half (v, 1)) << 8);
        v.unknown &= 0xff;
    }
    xc167_set (c, XC167_PSW, v);
    xc167_late (c);
    if (v.bits >> 8 & PSW_BANK)
        core_fail (c, FAULT_OTHER, false);
}

static void
store_cp (struct micro_core *c, struct xc167_value v)
{
    const struct xc167_memory *m = &xc167_of (c)->device->memory[0];
    uint32_t cp = xc167_know (c, v) | 0xf000u;
    if (cp < m->first || cp + BANK > (uint32_t) m->first + m->size)
        core_fail (c, FAULT_OTHER, false);
    else
        xc167_put (c, XC167_CP, (uint16_t) cp);
}

/* A part of a port is written as read, changed and written back: other latches take
 * over what their lines were. */
static void
store_port (struct micro_core *c, uint16_t place,
            const struct xc167_register *r, struct xc167_value v,
            uint16_t which)
{
    uint16_t surely, maybe = lines_outside (c, r, &surely);
    uint16_t others = r->plain & maybe & (uint16_t) ~which;
    xc167_set (c, place,
               value_merge (v, others, (struct xc167_value) {0, others}));
}

/* Values that the table does not allow. */
static void
refuse (struct micro_core *c, const struct xc167_register *r, uint16_t value)
{
    enum { SEGMENTATION_OFF = 0x08, SPACING = 0x60, END_OF_PEC = 0x4000 };
    uint16_t bad = r->special == REGISTER_ZERO      ? 0xffff
                   : r->special == REGISTER_CPUCON1 ? SEGMENTATION_OFF | SPACING
                   : r->special == REGISTER_PEC     ? END_OF_PEC
                                                    : 0;
    if (value & bad)
        core_fail (c, FAULT_OTHER, false);
}

/* Must always be known: the core's own but for MD, and what interrupts hang on. */
static bool
is_known (uint16_t place, const struct xc167_register *r)
{
    return (place < XC167_CORE && r->special != REGISTER_MD)
           || r->special == REGISTER_ZERO || r->special == REGISTER_PEC;
}

static struct xc167_value
request_value (struct micro_core *c, struct xc167_value v)
{
    struct xc167_value flag = {v.bits & REQUEST_IR, v.unknown & REQUEST_IR};
    v.unknown &= (uint16_t) ~REQUEST_IR;
    return value_merge (value_of (xc167_know (c, v)), REQUEST_IR, flag);
}

void
c166_register_store (struct micro_core *c, uint16_t place, struct xc167_value v,
                     uint16_t which)
{
    const struct xc167_register *r =
        &xc167_of (c)->device->registers[place / 2];
    assert (!(place & 1) && place < c->program->hot);
    assert (!(v.bits & v.unknown));
    which &= r->plain;
    v = value_merge (xc167_get (c, place), which, v);
    if (is_source (c, place))
        xc167_late (c);
    switch ((enum xc167_special) r->special) {
    case REGISTER_PSW:
        store_psw (c, v, which);
        return;
    case REGISTER_CP:
        store_cp (c, v);
        return;
    case REGISTER_PORT:
        store_port (c, place, r, v, which);
        return;
    case REGISTER_MD:
        xc167_put (c, XC167_MDC, 0x10);
        break;
    case REGISTER_REQUEST:
        v = request_value (c, v);
        xc167_late (c);
        break;
    case REGISTER_SENT:
        xc167_put (c, place + 2, 1);
        xc167_late (c);
        break;
    default:
        break;
    }
    if (is_known (place, r))
        v = value_of (xc167_know (c, v));
    xc167_set (c, place, v);
    refuse (c, r, v.bits);
}
