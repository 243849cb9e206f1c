/* request.c -- see request.h. */
#include <assert.h>

#include "micro/fast.h"
#include "xc167/core/request.h"

/* Bits of a control register's low byte. */
enum { IR = 0x80, IE = 0x40, GROUP_EXTENSION = 0x01 /* of the high one */ };

static inline bool
may_come (const struct micro_core *c, unsigned node)
{
    const struct xc167_node_source *s = &xc167_of (c)->source[node];
    uint16_t at = s->place;
    if (!(s->mask[0] | s->mask[1]))
        return true;
    return (c->data[at] | c->mask[at]) & s->mask[0]
           || (c->data[at + 1] | c->mask[at + 1]) & s->mask[1];
}

static void
settle (struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_control (node);
    struct micro_value v = {c->data[at], c->mask[at]};
    if (may_come (c, node)) {
        if ((v.bits | v.unknown) & IR)
            return;
        v.unknown |= IR;
    } else if (c->program->broken & BROKEN_LAZY_FLAGS && v.unknown & IR)
        v.unknown &= (uint8_t) ~IR;
    else
        return;
    core_set (c, at, v);
}

/* Did a register of the device, but for those of the core, change in this step? */
static bool
has_changed (const struct micro_core *c)
{
    for (unsigned i = 0; i < c->undos; i++) {
        uint32_t at = c->undo[i].at - HEAD_SIZE; /* of the head: is large */
        if (at >= c->data_size)
            at -= c->data_size;
        if (at >= XC167_CORE && at < c->program->hot)
            return true;
    }
    return false;
}

void
request_settle_all (struct micro_core *c)
{
    const struct xc167_program *p = xc167_of (c);
    if (!(p->micro.reductions & MICRO_LAZY_FLAGS))
        return;
    for (unsigned i = 1; i < p->device->node_count; i++)
        settle (c, i);
}

/* Where nothing changed all is settled already.  But a flag that is observed is chosen
 * at once, and again after every step. */
void
request_settle (struct micro_core *c)
{
    if (xc167_of (c)->sees_requests || has_changed (c))
        request_settle_all (c);
}

/* A bit per node whose control register has none of the bits in `which`, or
 * (`any`) one of them. */
static uint64_t
list_nodes (const struct micro_core *c, uint8_t which, bool any)
{
    uint64_t nodes = 0;
    for (unsigned v = 1; v < xc167_of (c)->device->node_count; v++) {
        uint16_t at = xc167_control (v);
        bool has = (c->data[at] | c->mask[at]) & which;
        nodes |= (uint64_t) (has == any) << v;
    }
    return nodes;
}

uint64_t
request_enabled (const struct micro_core *c)
{
    return list_nodes (c, IE, true) & ~c->program->environment.forbidden;
}

uint64_t
request_down (const struct micro_core *c)
{
    return list_nodes (c, IR, false);
}

enum xc167_pending
request_state (const struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_control (node);
    assert (node && node < xc167_of (c)->device->node_count);
    if (!(c->data[at] & IE) || c->program->environment.forbidden >> node & 1)
        return PENDING_NOT;
    if (c->program->broken & BROKEN_INTERRUPT && node == 2) /* T3 */
        return PENDING_NOT;
    if (c->data[at] & IR)
        return PENDING_SURELY;
    return c->mask[at] & IR ? PENDING_MAYBE : PENDING_NOT;
}

unsigned
request_priority (const struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_control (node);
    unsigned low = c->data[at];
    return (low >> 2 & 15) << 3 | (c->data[at + 1] & GROUP_EXTENSION ? 4u : 0)
           | (low & 3);
}

enum xc167_pending
request_pending (const struct micro_core *c, unsigned node)
{
    enum xc167_pending p = request_state (c, node);
    if (p == PENDING_NOT)
        return PENDING_NOT;
    unsigned level = request_priority (c, node) >> 3;
    uint8_t psw = c->data[XC167_PSW + 1], before = c->state[HEAD_BEFORE];
    if (psw & PSW_IEN && level > (unsigned) psw >> 4)
        return p;
    bool counts = before >> BEFORE_COUNT & 3 && before & BEFORE_IEN;
    return counts && level > (before & 15u) ? PENDING_MAYBE : PENDING_NOT;
}

void
request_taken (struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_control (node);
    struct micro_value v = core_get (c, at);
    assert (request_pending (c, node) != PENDING_NOT);
    v.bits &= (uint8_t) ~IR;
    v.unknown &= (uint8_t) ~IR;
    core_set (c, at, v);
}

bool
request_may_raise (const struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_control (node);
    return !((c->data[at] | c->mask[at]) & IR) && may_come (c, node);
}

void
request_again (struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_control (node);
    struct micro_value v = core_get (c, at);
    assert (!(v.bits & IR));
    v.bits |= IR;
    v.unknown &= (uint8_t) ~IR;
    core_set (c, at, v);
}

void
request_raise (struct micro_core *c, unsigned node)
{
    assert (request_may_raise (c, node));
    request_again (c, node);
}
