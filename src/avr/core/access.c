/* access.c -- flags, loads and stores, the stack. */
#include "avr/core/fast.h"
#include "avr/core/io.h"

unsigned
core_flag (const struct avr_core *c, enum avr_flag_bit flag)
{
    assert (flag <= FLAG_I);
    if (c->mask[AVR_SREG] >> flag & 1)
        return 2;
    return c->data[AVR_SREG] >> flag & 1;
}

static struct avr_value
with_bit (struct avr_value v, unsigned bit, unsigned ternary)
{
    uint8_t one = (uint8_t) (1u << bit);
    assert (bit < 8 && ternary <= 2);
    v.bits = (uint8_t) ((v.bits & ~one) | (ternary == 1 ? one : 0));
    v.unknown = (uint8_t) ((v.unknown & ~one) | (ternary == 2 ? one : 0));
    return v;
}

void
core_set_flag (struct avr_core *c, enum avr_flag_bit flag, unsigned ternary)
{
    core_set (c, AVR_SREG, with_bit (fast_get (c, AVR_SREG), flag, ternary));
}

bool
core_need_flag (struct avr_core *c, enum avr_flag_bit flag)
{
    return core_need_bit (c, AVR_SREG, flag);
}

bool
core_need_bit (struct avr_core *c, uint16_t address, unsigned bit)
{
    struct avr_value v = fast_get (c, address);
    uint8_t one = (uint8_t) (1u << bit);
    assert (bit < 8);
    if (!(v.unknown & one))
        return v.bits & one;
    bool chosen = core_know (c, (struct avr_value) {0, one});
    core_set (c, address, with_bit (v, bit, chosen));
    return chosen;
}

uint16_t
core_sp (struct avr_core *c)
{
    return fast_pair (c, AVR_SPL);
}

static void
set_sp (struct avr_core *c, uint16_t sp)
{
    fast_put_pair (c, AVR_SPL, sp);
}

/* Nobody has determined it; what is written there is lost, so that each load
 * may give another value. */
static struct avr_value
load_outside (struct avr_core *c)
{
    struct avr_value any = {0, 0xff};
    const struct avr_program *p = c->program;
    c->input = true;
    if (p->memory == AVR_EXACT || !(p->reductions & AVR_DELAY)
        || avr_is_eager (p, fast_pc (c)))
        any = (struct avr_value) {core_know (c, any), 0};
    return any;
}

struct avr_value
core_load (struct avr_core *c, uint16_t address)
{
    const struct avr_device *d = c->program->device;
    if (address > d->sram_last)
        return load_outside (c);
    if (address >= d->sram_first || address < 0x20 || address == AVR_SREG)
        return fast_get (c, address);
    return io_load (c, address);
}

/* The least cell that may hold something once the stack pointer has moved: down
 * to where a frame's worth of cells is unknown already. */
static void
forget_frame (struct avr_core *c)
{
    enum { GAP = 32, RESERVE = 64 };
    const struct avr_program *p = c->program;
    uint32_t a = core_sp (c);
    if (a > p->device->sram_last)
        return;
    for (unsigned gap = 0; a >= p->data_end && a >= p->device->sram_first
                           && gap < GAP && c->undos + RESERVE < AVR_UNDO;
         a--) {
        gap = c->mask[a] == 0xff ? gap + 1 : 0;
        core_forget_cell (c, (uint16_t) a);
    }
}

void
core_forget_cell (struct avr_core *c, uint16_t address)
{
    const struct avr_program *p = c->program;
    assert (address >= p->device->sram_first && address < c->data_size);
    if (p->memory != AVR_SYMBOLIC_STACK || !(p->reductions & AVR_LAZY_STACK)
        || fast_observed (c, address))
        return;
    if (p->broken & BROKEN_LAZY_STACK)
        core_put (c, address, 0);
    else
        core_set (c, address, (struct avr_value) {0, 0xff});
}

/* ---- what the stack may not hold */

static const unsigned stack_checks =
    1u << FAULT_STACK_INTO_DATA | 1u << FAULT_STACK_INTO_HEAP;

/* Do the next instructions, in a straight line, store a byte here?  Words of 16
 * bits are stored as two bytes: `out SPH; out SREG; out SPL`. */
static bool
store_follows (const struct avr_core *c, uint16_t address)
{
    enum { NEAR = 2 };
    const struct avr_program *p = c->program;
    uint32_t pc = fast_pc (c);
    for (unsigned i = 0; i < NEAR; i++) {
        const struct avr_instruction *in = &p->instruction[pc];
        pc += in->words;
        if (avr_jumps (in) || pc >= p->code_words)
            return false;
        in = &p->instruction[pc];
        if ((in->op == AVR_OUT || in->op == AVR_STS) && in->k == address)
            return true;
    }
    return false;
}

static uint16_t
data_pair (const struct avr_core *c, uint16_t low)
{
    return (uint16_t) (c->data[low] | c->data[low + 1] << 8);
}

/* Is the cell malloc's?  Both variables are known from main on. */
static bool
in_heap (const struct avr_core *c, uint32_t cell)
{
    const struct avr_program *p = c->program;
    return p->heap_end && core_begun (c) && !(c->state[HEAD_MODE] & MODE_TORN)
           && cell >= data_pair (c, p->heap_start)
           && cell < data_pair (c, p->heap_end);
}

/* `least` is the lowest cell that the stack holds. */
static void
stack_look (struct avr_core *c, uint32_t least)
{
    if (least < c->program->data_end)
        core_fail (c, FAULT_STACK_INTO_DATA, true);
    else if (in_heap (c, least))
        core_fail (c, FAULT_STACK_INTO_HEAP, true);
}

/* A byte of the stack pointer was stored.  A frame is made like this, and a
 * function that calls none never pushes anything below it. */
static void
stack_moved (struct avr_core *c, uint16_t address)
{
    uint16_t other = address == AVR_SPL ? AVR_SPH : AVR_SPL;
    if (c->program->checks & stack_checks && !store_follows (c, other))
        stack_look (c, core_sp (c) + 1u);
}

/* The end of the heap is 16 bits, too, and between its bytes an interrupt may
 * come. */
static void
heap_moved (struct avr_core *c, uint16_t address)
{
    uint16_t low = c->program->heap_end;
    uint8_t mode = c->state[HEAD_MODE] & (uint8_t) ~MODE_TORN;
    if (!low || (address != low && address != low + 1))
        return;
    if (store_follows (c, address == low ? (uint16_t) (low + 1) : low))
        mode |= MODE_TORN;
    core_set_head (c, HEAD_MODE, mode);
}

void
core_store (struct avr_core *c, uint16_t address, struct avr_value v)
{
    const struct avr_program *p = c->program;
    const struct avr_device *d = p->device;
    assert (!(v.bits & v.unknown));
    if (address > d->sram_last)
        core_fail (c, FAULT_WRITE_OUTSIDE, true);
    else if (address >= d->sram_first || address < 0x20) {
        fast_set (c, address, v);
        heap_moved (c, address);
    } else if (address == AVR_SREG)
        core_set (c, address, v);
    else {
        io_store (c, address, v);
        if (address == AVR_SPL && p->memory == AVR_SYMBOLIC_STACK)
            forget_frame (c);
        if (address == AVR_SPL || address == AVR_SPH)
            stack_moved (c, address);
    }
}

void
core_push (struct avr_core *c, struct avr_value v)
{
    const struct avr_program *p = c->program;
    uint16_t sp = core_sp (c);
    if (sp < p->device->sram_first)
        core_fail (c, FAULT_STACK_IN_IO, false);
    else
        stack_look (c, sp);
    set_sp (c, (uint16_t) (sp - 1));
    core_store (c, sp, v);
}

struct avr_value
core_pop (struct avr_core *c)
{
    const struct avr_device *d = c->program->device;
    uint16_t sp = (uint16_t) (core_sp (c) + 1);
    set_sp (c, sp);
    if (sp > d->sram_last)
        core_fail (c, FAULT_STACK_UNDERFLOW, true);
    else if (sp < d->sram_first)
        core_fail (c, FAULT_STACK_IN_IO, false);
    struct avr_value v = core_load (c, sp);
    if (sp >= d->sram_first && sp <= d->sram_last)
        core_forget_cell (c, sp);
    return v;
}

void
core_store_bit (struct avr_core *c, uint16_t address, unsigned bit, bool value)
{
    assert (address >= 0x20 && address < 0x40);
    io_store_bit (c, address, bit, value);
}

/* Kept as it was chosen, if it is kept at all. */
bool
core_load_bit (struct avr_core *c, uint16_t address, unsigned bit)
{
    assert (address >= 0x20 && address < 0x40 && bit < 8);
    const struct avr_register *r =
        avr_register_at (c->program->device, address);
    struct avr_value v = io_load_bit (c, address, bit);
    uint8_t one = (uint8_t) (1u << bit);
    if (!(v.unknown & one))
        return v.bits & one;
    if (r && r->plain & c->mask[address] & one)
        return core_need_bit (c, address, bit);
    return core_know (c, (struct avr_value) {0, one});
}
