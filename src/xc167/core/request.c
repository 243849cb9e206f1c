/* request.c -- see request.h. */
#include <assert.h>

#include "micro/fast.h"
#include "xc167/core/request.h"

/* Bits of a control register's low byte. */
enum { IR = 0x80, IE = 0x40, GROUP_EXTENSION = 0x01 /* of the high one */ };

static bool
may_come (const struct micro_core *c, unsigned node)
{
    const struct xc167_program *p = xc167_of (c);
    uint16_t mask = p->device->nodes[node].mask, at = p->node[node].source;
    if (!mask)
        return true;
    return (c->data[at] | c->mask[at]) & mask
           || (c->data[at + 1] | c->mask[at + 1]) & mask >> 8;
}

void
request_settle (struct micro_core *c)
{
    const struct xc167_program *p = xc167_of (c);
    if (!(p->micro.reductions & MICRO_LAZY_FLAGS))
        return;
    for (unsigned i = 1; i < p->device->node_count; i++) {
        uint16_t at = p->node[i].control;
        struct micro_value v = {c->data[at], c->mask[at]};
        if (may_come (c, i)) {
            if ((v.bits | v.unknown) & IR)
                continue;
            v.unknown |= IR;
        } else if (p->micro.broken & BROKEN_LAZY_FLAGS && v.unknown & IR)
            v.unknown &= (uint8_t) ~IR;
        else
            continue;
        core_set (c, at, v);
    }
}

enum xc167_pending
request_state (const struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_of (c)->node[node].control;
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
    uint16_t at = xc167_of (c)->node[node].control;
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
    uint16_t at = xc167_of (c)->node[node].control;
    struct micro_value v = core_get (c, at);
    assert (request_pending (c, node) != PENDING_NOT);
    v.bits &= (uint8_t) ~IR;
    v.unknown &= (uint8_t) ~IR;
    core_set (c, at, v);
}

bool
request_may_raise (const struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_of (c)->node[node].control;
    return !((c->data[at] | c->mask[at]) & IR) && may_come (c, node);
}

void
request_again (struct micro_core *c, unsigned node)
{
    uint16_t at = xc167_of (c)->node[node].control;
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
