/* access.c -- flags, loads and stores, the stack. */
#include "avr/core/fast.h"
#include "avr/core/io.h"

unsigned
avr_flag (const struct micro_core *c, enum avr_flag_bit flag)
{
    assert (flag <= FLAG_I);
    if (c->mask[AVR_SREG] >> flag & 1)
        return 2;
    return c->data[AVR_SREG] >> flag & 1;
}

static struct micro_value
with_bit (struct micro_value v, unsigned bit, unsigned ternary)
{
    uint8_t one = (uint8_t) (1u << bit);
    assert (bit < 8 && ternary <= 2);
    v.bits = (uint8_t) ((v.bits & ~one) | (ternary == 1 ? one : 0));
    v.unknown = (uint8_t) ((v.unknown & ~one) | (ternary == 2 ? one : 0));
    return v;
}

void
avr_set_flag (struct micro_core *c, enum avr_flag_bit flag, unsigned ternary)
{
    core_set (c, AVR_SREG, with_bit (fast_get (c, AVR_SREG), flag, ternary));
}

bool
avr_need_flag (struct micro_core *c, enum avr_flag_bit flag)
{
    return core_need_bit (c, AVR_SREG, flag);
}

uint16_t
avr_sp (struct micro_core *c)
{
    return fast_pair (c, AVR_SPL);
}

static void
set_sp (struct micro_core *c, uint16_t sp)
{
    fast_put_pair (c, AVR_SPL, sp);
}

/* Does memory outside answer?  Surely, or perhaps. */
static bool
has_external (const struct micro_core *c, bool surely)
{
    const struct avr_bit *b = &avr_of (c)->device->external;
    if (!b->address)
        return false;
    uint8_t known = (uint8_t) (c->data[b->address] >> b->bit & 1);
    return known || (!surely && c->mask[b->address] >> b->bit & 1);
}

/* Nobody has determined it; what is written there is lost, so that each load
 * may give another value. */
static struct micro_value
load_outside (struct micro_core *c)
{
    struct micro_value any = {0, 0xff};
    const struct avr_program *p = avr_of (c);
    c->input = true;
    if (has_external (c, false)) /* it keeps what was written there */
        core_fail (c, FAULT_EXTERNAL, false);
    if (p->micro.memory == MICRO_EXACT || !(p->micro.reductions & MICRO_DELAY)
        || micro_is_eager (&p->micro, fast_pc3 (c)))
        any = (struct micro_value) {core_know (c, any), 0};
    return any;
}

struct micro_value
avr_load (struct micro_core *c, uint16_t address)
{
    const struct avr_device *d = avr_of (c)->device;
    if (address > d->sram_last)
        return load_outside (c);
    if (address >= d->sram_first || address < 0x20 || address == AVR_SREG)
        return fast_get (c, address);
    return io_load (c, address);
}

/* The least cell that may hold something once the stack pointer has moved: down
 * to where a frame's worth of cells is unknown already. */
static void
forget_frame (struct micro_core *c)
{
    enum { GAP = 32, RESERVE = 64 };
    const struct avr_program *p = avr_of (c);
    uint32_t a = avr_sp (c);
    if (a > p->device->sram_last)
        return;
    for (unsigned gap = 0; a >= p->data_end && a >= p->device->sram_first
                           && gap < GAP && c->undos + RESERVE < MICRO_UNDO;
         a--) {
        gap = c->mask[a] == 0xff ? gap + 1 : 0;
        avr_forget_cell (c, (uint16_t) a);
    }
}

void
avr_forget_cell (struct micro_core *c, uint16_t address)
{
    const struct avr_program *p = avr_of (c);
    assert (address >= p->device->sram_first && address < c->data_size);
    if (p->micro.memory != MICRO_SYMBOLIC_STACK
        || !(p->micro.reductions & MICRO_LAZY_STACK)
        || fast_observed (c, address))
        return;
    if (p->micro.broken & BROKEN_LAZY_STACK)
        core_put (c, address, 0);
    else
        core_set (c, address, (struct micro_value) {0, 0xff});
}

/* ---- what the stack may not hold */

static const unsigned stack_checks =
    1u << FAULT_STACK_INTO_DATA | 1u << FAULT_STACK_INTO_HEAP;

/* Do the next instructions, in a straight line, store a byte here?  Words of 16
 * bits are stored as two bytes: `out SPH; out SREG; out SPL`. */
static bool
store_follows (const struct micro_core *c, uint16_t address)
{
    enum { NEAR = 2 };
    const struct avr_program *p = avr_of (c);
    uint32_t pc = fast_pc3 (c);
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
data_pair (const struct micro_core *c, uint16_t low)
{
    return (uint16_t) (c->data[low] | c->data[low + 1] << 8);
}

/* Is the cell malloc's?  Both variables are known from main on. */
static bool
in_heap (const struct micro_core *c, uint32_t cell)
{
    const struct avr_program *p = avr_of (c);
    return p->heap_end && core_begun (c) && !(c->state[HEAD_MODE] & MODE_TORN)
           && cell >= data_pair (c, p->heap_start)
           && cell < data_pair (c, p->heap_end);
}

/* `least` is the lowest cell that the stack holds. */
static void
stack_look (struct micro_core *c, uint32_t least)
{
    if (least < avr_of (c)->data_end)
        core_fail (c, FAULT_STACK_INTO_DATA, true);
    else if (in_heap (c, least))
        core_fail (c, FAULT_STACK_INTO_HEAP, true);
}

/* A byte of the stack pointer was stored.  A frame is made like this, and a
 * function that calls none never pushes anything below it. */
static void
stack_moved (struct micro_core *c, uint16_t address)
{
    uint16_t other = address == AVR_SPL ? AVR_SPH : AVR_SPL;
    if (c->program->checks & stack_checks && !store_follows (c, other))
        stack_look (c, avr_sp (c) + 1u);
}

/* The end of the heap is 16 bits, too, and between its bytes an interrupt may
 * come. */
static void
heap_moved (struct micro_core *c, uint16_t address)
{
    uint16_t low = avr_of (c)->heap_end;
    uint8_t mode = c->state[HEAD_MODE] & (uint8_t) ~MODE_TORN;
    if (!low || (address != low && address != low + 1))
        return;
    if (store_follows (c, address == low ? (uint16_t) (low + 1) : low))
        mode |= MODE_TORN;
    core_set_head (c, HEAD_MODE, mode);
}

void
avr_store (struct micro_core *c, uint16_t address, struct micro_value v)
{
    const struct avr_program *p = avr_of (c);
    const struct avr_device *d = p->device;
    assert (!(v.bits & v.unknown));
    if (address > d->sram_last) {
        if (!has_external (c, true))
            core_fail (c, FAULT_WRITE_OUTSIDE, true);
    } else if (address >= d->sram_first || address < 0x20) {
        fast_set (c, address, v);
        heap_moved (c, address);
    } else if (address == AVR_SREG)
        core_set (c, address, v);
    else {
        io_store (c, address, v);
        if (address == AVR_SPL && p->micro.memory == MICRO_SYMBOLIC_STACK)
            forget_frame (c);
        if (address == AVR_SPL || address == AVR_SPH)
            stack_moved (c, address);
    }
}

void
avr_push (struct micro_core *c, struct micro_value v)
{
    const struct avr_program *p = avr_of (c);
    uint16_t sp = avr_sp (c);
    if (sp < p->device->sram_first)
        core_fail (c, FAULT_STACK_IN_IO, false);
    else
        stack_look (c, sp);
    set_sp (c, (uint16_t) (sp - 1));
    avr_store (c, sp, v);
}

struct micro_value
avr_pop (struct micro_core *c)
{
    const struct avr_device *d = avr_of (c)->device;
    uint16_t sp = (uint16_t) (avr_sp (c) + 1);
    set_sp (c, sp);
    if (sp > d->sram_last)
        core_fail (c, FAULT_STACK_UNDERFLOW, true);
    else if (sp < d->sram_first)
        core_fail (c, FAULT_STACK_IN_IO, false);
    struct micro_value v = avr_load (c, sp);
    if (sp >= d->sram_first && sp <= d->sram_last)
        avr_forget_cell (c, sp);
    return v;
}

void
avr_store_bit (struct micro_core *c, uint16_t address, unsigned bit, bool value)
{
    assert (address >= 0x20 && address < 0x40);
    io_store_bit (c, address, bit, value);
}

/* Kept as it was chosen, if it is kept at all. */
bool
avr_load_bit (struct micro_core *c, uint16_t address, unsigned bit)
{
    assert (address >= 0x20 && address < 0x40 && bit < 8);
    const struct avr_register *r =
        avr_register_at (avr_of (c)->device, address);
    struct micro_value v = io_load_bit (c, address, bit);
    uint8_t one = (uint8_t) (1u << bit);
    if (!(v.unknown & one))
        return v.bits & one;
    if (r && r->plain & c->mask[address] & one)
        return core_need_bit (c, address, bit);
    return core_know (c, (struct micro_value) {0, one});
}
