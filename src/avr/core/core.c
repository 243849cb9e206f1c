/* core.c -- the state: parts, reset, undoing, bytes. */
#include "avr/core/core.h"

#include <string.h>

#include "avr/core/fast.h"

uint32_t
avr_state_size (const struct avr_device *d)
{
    return HEAD_SIZE + 2 * (d->sram_last + 1u);
}

/* Head, registers and I/O change with every instruction; of memory, and of what
 * is unknown, most stays: pieces of 64 bytes. */
size_t
avr_state_parts (const struct avr_device *d, uint32_t ends[], size_t most)
{
    enum { PIECE = 64 };
    uint32_t size = avr_state_size (d), at = HEAD_SIZE + d->sram_first;
    uint32_t mask = HEAD_SIZE + d->sram_last + 1u;
    size_t n = 0;
    assert (most > 0);
    for (; at < size && n + 1 < most; n++) {
        ends[n] = at;
        uint32_t next = at + PIECE;
        if (at < mask && next > mask)
            next = mask;
        if (at == mask)
            next = mask + d->sram_first;
        at = next;
    }
    ends[n++] = size;
    return n;
}

static void
find_busy (struct avr_core *c)
{
    const struct avr_device *d = c->program->device;
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        if (!r->busy || !fast_observed (c, r->address)
            || (i && r[-1].address == r->address))
            continue;
        assert (c->busy_count < AVR_BUSY);
        c->busy[c->busy_count++] = r;
    }
}

void
core_init (struct avr_core *c, const struct avr_program *p)
{
    assert (p->device);
    memset (c, 0, sizeof *c);
    c->program = p;
    c->size = avr_state_size (p->device);
    c->data_size = p->device->sram_last + 1u;
    c->sleep_enable = avr_bit_find (p->device, "SE");
    c->vector_select = avr_bit_find (p->device, "IVSEL");
    c->watchdog = avr_bit_find (p->device, "WDE");
    find_busy (c);
}

void
core_enter (struct avr_core *c, uint8_t *state)
{
    assert (state);
    c->state = state;
    c->data = state + HEAD_SIZE;
    c->mask = c->data + c->data_size;
}

void
core_begin (struct avr_core *c)
{
    c->undos = 0;
    c->branched = c->observed = c->input = false;
    c->fault = c->cut = FAULT_NONE;
}

void
core_undo (struct avr_core *c)
{
    while (c->undos) {
        const struct avr_undo *u = &c->undo[--c->undos];
        assert (u->at < c->size);
        c->state[u->at] = u->old;
    }
    c->observed = c->input = false;
    c->fault = c->cut = FAULT_NONE;
}

void
core_fail (struct avr_core *c, enum avr_fault fault, bool passable)
{
    assert (fault > FAULT_NONE && fault < FAULTS);
    if (c->program->checks >> fault & 1) {
        if (!c->fault)
            c->fault = fault;
    } else if (!passable && !c->cut)
        c->cut = fault;
}

/* I/O registers as they are after a reset. */
static void
reset_io (struct avr_core *c)
{
    const struct avr_device *d = c->program->device;
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        uint8_t unknown = r->unset;
        core_set (c, r->address,
                  (struct avr_value) {r->reset & (uint8_t) ~unknown, unknown});
    }
}

void
core_reset (struct avr_core *c)
{
    const struct avr_device *d = c->program->device;
    assert (c->state);
    memset (c->state, 0, c->size);
    memset (c->mask, 0xff, 0x20);
    memset (c->mask + d->sram_first, 0xff, d->sram_last + 1u - d->sram_first);
    core_begin (c);
    reset_io (c);
    core_look (c);
    c->undos = 0;
}

void
core_restart (struct avr_core *c)
{
    const struct avr_bit *cause = avr_bit_find (c->program->device, "WDRF");
    struct avr_value causes = {0, 0};
    for (unsigned i = 0; i < HEAD_SIZE; i++)
        fast_write (c, i, 0);
    if (cause)
        causes = core_get (c, cause->address);
    reset_io (c);
    if (cause) { /* it tells why; only power-on clears the others */
        causes.bits |= (uint8_t) (1 << cause->bit);
        causes.unknown &= (uint8_t) ~(1 << cause->bit);
        core_set (c, cause->address, causes);
    }
    core_look (c);
}

bool
core_begun (const struct avr_core *c)
{
    return c->state[HEAD_MODE] & MODE_BEGUN;
}

void
core_late (struct avr_core *c)
{
    uint8_t mode = c->state[HEAD_MODE];
    if (c->data[AVR_SREG] >> FLAG_I & 1 && !(mode & MODE_SHADOW))
        core_set_head (c, HEAD_MODE, mode | MODE_LATE);
}

static unsigned
count_open (const struct avr_core *c)
{
    unsigned open = 0;
    for (uint32_t a = 0; a < c->data_size; a++)
        open += c->mask[a] && fast_observed (c, (uint16_t) a);
    return open;
}

/* Too many bytes that nobody has set: it never begins, and that is a cut. */
void
core_look (struct avr_core *c)
{
    if (core_begun (c) || fast_pc (c) != c->program->begin)
        return;
    if (count_open (c) > AVR_CHOICES / 2) {
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
core_pc (const struct avr_core *c)
{
    return fast_pc (c);
}

void
core_set_pc (struct avr_core *c, uint32_t pc)
{
    fast_set_pc (c, pc);
}

uint8_t
core_head (const struct avr_core *c, enum avr_head h)
{
    assert (h < HEAD_SIZE);
    return c->state[h];
}

void
core_set_head (struct avr_core *c, enum avr_head h, uint8_t value)
{
    assert (h < HEAD_SIZE);
    fast_write (c, h, value);
}

struct avr_value
core_get (const struct avr_core *c, uint16_t address)
{
    return fast_get (c, address);
}

static bool
is_whole (const struct avr_core *c, uint16_t address)
{
    return c->program->memory == AVR_BYTES
           && (address < 0x20 || address >= c->program->device->sram_first);
}

/* What may be unknown there of `v`. */
static struct avr_value
admit (struct avr_core *c, uint16_t address, struct avr_value v)
{
    uint8_t known = address == AVR_SREG ? 1 << FLAG_I : 0;
    if (core_begun (c) && fast_observed (c, address))
        known = 0xff;
    struct avr_value part = {v.bits & known, v.unknown & known};
    v.bits = (uint8_t) ((v.bits & ~known) | core_know (c, part));
    v.unknown &= (uint8_t) ~known;
    if (v.unknown && is_whole (c, address))
        v = (struct avr_value) {0, 0xff};
    return v;
}

void
core_set (struct avr_core *c, uint16_t address, struct avr_value v)
{
    assert (address < c->data_size && !(v.bits & v.unknown));
    if (v.unknown)
        v = admit (c, address, v);
    struct avr_value old = fast_get (c, address);
    if (address == AVR_SREG && (v.bits & ~old.bits) >> FLAG_I & 1)
        core_set_head (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_SHADOW);
    if ((old.bits != v.bits || old.unknown != v.unknown)
        && fast_observed (c, address))
        c->observed = true;
    fast_write (c, HEAD_SIZE + address, v.bits);
    fast_write (c, HEAD_SIZE + c->data_size + address, v.unknown);
}

void
core_put (struct avr_core *c, uint16_t address, uint8_t value)
{
    core_set (c, address, (struct avr_value) {value, 0});
}

uint8_t
core_need (struct avr_core *c, uint16_t address)
{
    struct avr_value v = fast_get (c, address);
    if (!v.unknown)
        return v.bits;
    uint8_t value = core_know (c, v);
    core_put (c, address, value);
    return value;
}

bool
core_sound (const struct avr_core *c)
{
    for (uint32_t a = 0; a < c->data_size; a++) {
        if (c->data[a] & c->mask[a])
            return false;
        if (c->mask[a] && core_begun (c) && fast_observed (c, (uint16_t) a))
            return false;
        if (c->mask[a] && c->mask[a] != 0xff && is_whole (c, (uint16_t) a))
            return false;
    }
    return !(c->mask[AVR_SREG] >> FLAG_I & 1);
}
