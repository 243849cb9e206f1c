/* core.c -- the state: parts, undoing, bytes. */
#include "micro/core.h"

#include <string.h>

#include "micro/class.h"
#include "micro/fast.h"

uint32_t
micro_state_size (const struct micro_program *p)
{
    assert (p->data_size);
    return HEAD_SIZE + 2 * p->data_size;
}

/* Head and what is hot change with every instruction; of memory, and of what
 * is unknown, most stays: pieces of 64 bytes. */
size_t
micro_state_parts (const struct micro_program *p, uint32_t ends[], size_t most)
{
    enum { PIECE = 64 };
    uint32_t size = micro_state_size (p), at = HEAD_SIZE + p->hot;
    uint32_t mask = HEAD_SIZE + p->data_size;
    size_t n = 0;
    assert (most > 0 && p->hot <= p->data_size);
    for (; at < size && n + 1 < most; n++) {
        ends[n] = at;
        uint32_t next = at + PIECE;
        if (at < mask && next > mask)
            next = mask;
        if (at == mask)
            next = mask + p->hot;
        at = next;
    }
    ends[n++] = size;
    return n;
}

void
core_init (struct micro_core *c, const struct micro_program *p)
{
    assert (p->class && p->data_size);
    memset (c, 0, sizeof *c);
    c->program = p;
    c->size = micro_state_size (p);
    c->data_size = p->data_size;
}

void
core_enter (struct micro_core *c, uint8_t *state)
{
    assert (state);
    c->state = state;
    c->data = state + HEAD_SIZE;
    c->mask = c->data + c->data_size;
}

void
core_reset (struct micro_core *c)
{
    assert (c->state);
    memset (c->state, 0, c->size);
    core_begin (c);
    c->program->class->power_on (c);
    core_look (c);
    c->undos = 0;
}

void
core_begin (struct micro_core *c)
{
    c->undos = 0;
    c->branched = c->observed = c->input = false;
    c->fault = c->cut = FAULT_NONE;
    fast_write (c, HEAD_READS, 0);
}

void
core_undo (struct micro_core *c)
{
    while (c->undos) {
        const struct micro_undo *u = &c->undo[--c->undos];
        assert (u->at < c->size);
        c->state[u->at] = u->old;
    }
    c->observed = c->input = false;
    c->fault = c->cut = FAULT_NONE;
}

void
core_fail (struct micro_core *c, enum micro_fault fault, bool passable)
{
    assert (fault > FAULT_NONE && fault < FAULTS);
    if (c->program->checks >> fault & 1) {
        if (!c->fault)
            c->fault = fault;
    } else if (!passable && !c->cut)
        c->cut = fault;
}

bool
core_begun (const struct micro_core *c)
{
    return c->state[HEAD_MODE] & MODE_BEGUN;
}

static unsigned
count_open (const struct micro_core *c)
{
    unsigned open = 0;
    for (uint32_t a = 0; a < c->data_size; a++)
        open += c->mask[a] && fast_observed (c, (uint16_t) a);
    return open;
}

/* Too many bytes that nobody has set: it never begins, and that is a cut. */
void
core_look (struct micro_core *c)
{
    if (core_begun (c) || core_pc (c) != c->program->begin)
        return;
    if (count_open (c) > MICRO_CHOICES / 2) {
        if (!c->cut)
            c->cut = FAULT_OTHER;
        return;
    }
    core_set_head (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_BEGUN);
    c->observed = true;
    for (uint32_t a = 0; a < c->data_size && !c->branched; a++)
        if (c->mask[a] && fast_observed (c, (uint16_t) a))
            core_need (c, (uint16_t) a);
}

uint32_t
core_pc (const struct micro_core *c)
{
    return fast_pc (c) | (uint32_t) c->state[HEAD_PC_HIGH] << 16;
}

uint8_t
core_head (const struct micro_core *c, unsigned at)
{
    assert (at < HEAD_SIZE);
    return c->state[at];
}

void
core_set_head (struct micro_core *c, unsigned at, uint8_t value)
{
    assert (at < HEAD_SIZE);
    fast_write (c, at, value);
}

struct micro_value
core_get (const struct micro_core *c, uint16_t address)
{
    return fast_get (c, address);
}

static bool
is_whole (const struct micro_core *c, uint16_t address)
{
    const struct micro_program *p = c->program;
    return p->memory == MICRO_BYTES && p->class->is_memory (p, address);
}

/* What may be unknown there of `v`. */
static struct micro_value
admit (struct micro_core *c, uint16_t address, struct micro_value v)
{
    const struct micro_class *class = c->program->class;
    uint8_t known = address == class->status ? class->known : 0;
    if (core_begun (c) && fast_observed (c, address))
        known = 0xff;
    struct micro_value part = {v.bits & known, v.unknown & known};
    v.bits = (uint8_t) ((v.bits & ~known) | core_know (c, part));
    v.unknown &= (uint8_t) ~known;
    if (v.unknown && is_whole (c, address))
        v = (struct micro_value) {0, 0xff};
    return v;
}

void
core_set (struct micro_core *c, uint16_t address, struct micro_value v)
{
    const struct micro_class *class = c->program->class;
    assert (address < c->data_size && !(v.bits & v.unknown));
    if (v.unknown)
        v = admit (c, address, v);
    struct micro_value old = fast_get (c, address);
    uint8_t set = v.bits & (uint8_t) ~old.bits & class->known;
    if (address == class->status && set && class->status_set)
        class->status_set (c, set);
    if ((old.bits != v.bits || old.unknown != v.unknown)
        && fast_observed (c, address))
        c->observed = true;
    fast_write (c, HEAD_SIZE + address, v.bits);
    fast_write (c, HEAD_SIZE + c->data_size + address, v.unknown);
}

void
core_put (struct micro_core *c, uint16_t address, uint8_t value)
{
    core_set (c, address, (struct micro_value) {value, 0});
}

uint8_t
core_need (struct micro_core *c, uint16_t address)
{
    struct micro_value v = fast_get (c, address);
    if (!v.unknown)
        return v.bits;
    uint8_t value = core_know (c, v);
    core_put (c, address, value);
    return value;
}

bool
core_need_bit (struct micro_core *c, uint16_t address, unsigned bit)
{
    struct micro_value v = fast_get (c, address);
    uint8_t one = (uint8_t) (1u << bit);
    assert (bit < 8);
    if (!(v.unknown & one))
        return v.bits & one;
    bool chosen = core_know (c, (struct micro_value) {0, one});
    v.unknown &= (uint8_t) ~one;
    v.bits |= chosen ? one : 0;
    core_set (c, address, v);
    return chosen;
}

bool
core_sound (const struct micro_core *c)
{
    const struct micro_class *class = c->program->class;
    for (uint32_t a = 0; a < c->data_size; a++) {
        if (c->data[a] & c->mask[a])
            return false;
        if (c->mask[a] && core_begun (c) && fast_observed (c, (uint16_t) a))
            return false;
        if (c->mask[a] && c->mask[a] != 0xff && is_whole (c, (uint16_t) a))
            return false;
    }
    return !(c->mask[class->status] & class->known);
}
