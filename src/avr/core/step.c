/* step.c -- events: what may come next, and one of them. */
#include "avr/core/step.h"

#include "avr/core/execute.h"
#include "avr/core/fast.h"
#include "avr/core/io.h"
#include "avr/core/leap.h"

static bool
bit_may_be_set (const struct micro_core *c, const struct avr_bit *b)
{
    uint8_t one = (uint8_t) (1u << b->bit);
    if (!b->address)
        return false;
    return (c->data[b->address] | c->mask[b->address]) & one;
}

static bool
may_interrupt (const struct micro_core *c)
{
    uint8_t mode = c->state[HEAD_MODE];
    if (!(c->data[AVR_SREG] >> FLAG_I & 1))
        return false;
    return !(mode & MODE_SHADOW) || c->program->broken & BROKEN_SEI_DELAY;
}

/* Those that may be taken, up to the first that must; true: there is one. */
static bool
list_interrupts (const struct micro_core *c, struct micro_event event[],
                 size_t *n)
{
    for (uint64_t left = io_enabled (c); left; left &= left - 1) {
        unsigned v = (unsigned) __builtin_ctzll (left);
        enum io_pending pending = io_interrupt (c, v);
        if (pending == IO_NOT)
            continue;
        event[(*n)++] = (struct micro_event) {EVENT_INTERRUPT, (uint8_t) v};
        if (pending == IO_SURELY)
            return true;
    }
    return false;
}

static void
list_flags (const struct micro_core *c, struct micro_event event[], size_t *n)
{
    const struct avr_device *d = avr_of (c)->device;
    for (size_t v = 1; v < d->vector_count; v++)
        if (io_may_raise (c, (unsigned) v))
            event[(*n)++] = (struct micro_event) {EVENT_FLAG, (uint8_t) v};
}

static bool
must_interrupt (const struct micro_core *c)
{
    struct micro_event event[MICRO_EVENTS];
    size_t n = 0;
    return may_interrupt (c) && !(c->state[HEAD_MODE] & MODE_LATE)
           && list_interrupts (c, event, &n);
}

size_t
avr_events (struct micro_core *c, struct micro_event event[MICRO_EVENTS])
{
    size_t n = 1;
    bool must = false;
    assert (avr_of (c)->device->vector_count * 2 + 2 <= MICRO_EVENTS);
    event[0] = (struct micro_event) {EVENT_INSTRUCTION, 0};
    if (may_interrupt (c))
        must = list_interrupts (c, event, &n)
               && !(c->state[HEAD_MODE] & MODE_LATE);
    if (!(c->program->reductions & MICRO_LAZY_FLAGS))
        list_flags (c, event, &n);
    if (bit_may_be_set (c, &avr_of (c)->watchdog))
        event[n++] = (struct micro_event) {EVENT_RESET, 0};
    if (!must && !(c->state[HEAD_MODE] & MODE_SLEEP))
        return n;
    for (size_t i = 1; i < n; i++)
        event[i - 1] = event[i];
    return n - 1;
}

/* An instruction that reads sees what the one before it wrote to a PORT; every
 * other one is time enough for it to settle. */
static bool
is_load (const struct avr_instruction *i)
{
    return i->op == AVR_IN || i->op == AVR_SBIC || i->op == AVR_SBIS
           || i->op == AVR_LDS || i->op == AVR_LDD_Y || i->op == AVR_LDD_Z
           || (i->op >= AVR_LD_Z_INC && i->op <= AVR_LD_X_DEC);
}

static void
step_instruction (struct micro_core *c)
{
    uint32_t pc = fast_pc3 (c);
    if (pc >= avr_of (c)->code_words) {
        core_fail (c, FAULT_JUMP_OUTSIDE, false);
        return;
    }
    const struct avr_instruction *i = &avr_of (c)->instruction[pc];
    bool load = is_load (i);
    uint8_t mode = c->state[HEAD_MODE], over = MODE_SHADOW | MODE_LATE;
    if (may_interrupt (c) && !(mode & MODE_LATE)
        && c->program->reductions & MICRO_LAZY_FLAGS)
        io_none_taken (c);
    fast_write (c, HEAD_MODE, mode & (uint8_t) ~over);
    if (!load)
        fast_write (c, HEAD_PORT, 0);
    avr_execute (c, i);
    if (load)
        fast_write (c, HEAD_PORT, 0);
    if (i->counts && fast_pc3 (c) == i->k)
        leap_on (c, pc);
}

static void
step_interrupt (struct micro_core *c, unsigned vector)
{
    const struct avr_program *p = avr_of (c);
    uint32_t pc = fast_pc3 (c);
    uint8_t stays = (uint8_t) ~(MODE_SHADOW | MODE_SLEEP | MODE_LATE);
    assert (vector && vector < p->device->vector_count);
    if (!(p->micro.handled >> vector & 1))
        core_fail (c, FAULT_UNHANDLED, true);
    if (bit_may_be_set (c, &avr_of (c)->vector_select)
        && !c->cut) /* vectors in the boot section: where that is, fuses say */
        c->cut = FAULT_OTHER;
    io_taken (c, vector);
    execute_push_pc (c, pc);
    avr_set_flag (c, FLAG_I, 0);
    fast_write (c, HEAD_MODE, c->state[HEAD_MODE] & stays);
    fast_write (c, HEAD_PORT, 0);
    fast_set_pc (c, vector * p->device->vector_words);
}

/* It comes up while the next instruction is executed, or just before. */
static void
step_flag (struct micro_core *c, unsigned vector)
{
    bool must = must_interrupt (c);
    io_raise (c, vector);
    if (!must && io_interrupt (c, vector) != IO_NOT)
        avr_late (c);
}

enum micro_end
avr_step (struct micro_core *c, const struct micro_event *e)
{
    assert (c->state && (!c->branching || c->choices));
    core_begin (c);
    switch (e->kind) {
    case EVENT_INSTRUCTION:
        step_instruction (c);
        break;
    case EVENT_INTERRUPT:
        step_interrupt (c, e->vector);
        break;
    case EVENT_FLAG:
        step_flag (c, e->vector);
        break;
    default:
        assert (e->kind == EVENT_RESET);
        avr_restart (c);
    }
    io_settle (c);
    core_look (c);
    if (!c->branched)
        return STEP_DONE;
    core_undo (c);
    return STEP_BRANCHED;
}
