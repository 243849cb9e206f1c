/* step.c -- events: what may come next, and one of them.
 *
 * An interrupt comes between two instructions, if none of its priority or a higher
 * one is being served; not in the one instruction after RETI or a write to IE or IP. */
#include "mcs51/core/step.h"

#include <assert.h>

#include "mcs51/core/execute.h"
#include "mcs51/core/sfr.h"
#include "micro/fast.h"

static bool
may_interrupt (const struct micro_core *c)
{
    if (!((c->data[MCS51_IE] | c->mask[MCS51_IE]) & IE_ALL))
        return false;
    return !(c->state[HEAD_MODE] & MODE_SHADOW)
           || c->program->broken & BROKEN_SEI_DELAY;
}

/* A handler of high priority is interrupted by none, one of low priority by those of
 * high. */
static bool
is_admitted (const struct micro_core *c, unsigned priority)
{
    uint8_t service = c->state[HEAD_SERVICE];
    return priority ? !(service & SERVICE_HIGH) : !service;
}

/* Those that may be taken, of high priority first, up to the first that must; true:
 * there is one. */
static bool
list_interrupts (const struct micro_core *c, struct micro_event event[],
                 size_t *n)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    for (unsigned priority = 2; priority-- > 0;) {
        if (!is_admitted (c, priority))
            continue;
        for (unsigned v = 1; v < d->vector_count; v++) {
            enum mcs51_pending pending = sfr_interrupt (c, v);
            if (pending == PENDING_NOT || sfr_priority (c, v) != priority)
                continue;
            event[(*n)++] = (struct micro_event) {EVENT_INTERRUPT, (uint8_t) v};
            if (pending == PENDING_SURELY)
                return true;
        }
    }
    return false;
}

static void
list_flags (const struct micro_core *c, struct micro_event event[], size_t *n)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    for (unsigned v = 1; v < d->vector_count; v++)
        if (sfr_may_raise (c, v))
            event[(*n)++] = (struct micro_event) {EVENT_FLAG, (uint8_t) v};
}

static bool
must_interrupt (const struct micro_core *c)
{
    struct micro_event event[MICRO_EVENTS];
    size_t n = 0;
    return may_interrupt (c)
           && !(c->state[HEAD_MODE] & (MODE_LATE | MODE_LATER))
           && list_interrupts (c, event, &n);
}

size_t
mcs51_events (struct micro_core *c, struct micro_event event[MICRO_EVENTS])
{
    size_t n = 1;
    bool must = false, sleeps = c->state[HEAD_MODE] & MODE_SLEEP;
    assert (mcs51_of (c)->device->vector_count * 2 + 2 <= MICRO_EVENTS);
    if (sleeps && c->data[MCS51_PCON] & PCON_DOWN)
        return 0; /* until somebody pulls the reset pin */
    event[0] = (struct micro_event) {EVENT_INSTRUCTION, 0};
    if (may_interrupt (c))
        must = list_interrupts (c, event, &n)
               && !(c->state[HEAD_MODE] & (MODE_LATE | MODE_LATER));
    if (!(c->program->reductions & MICRO_LAZY_FLAGS))
        list_flags (c, event, &n);
    if (!must && !sleeps)
        return n;
    for (size_t i = 1; i < n; i++)
        event[i - 1] = event[i];
    return n - 1;
}

/* One instruction of the shadow is over, and one of those that may come before an
 * interrupt that must. */
static uint8_t
mode_after (uint8_t mode)
{
    mode &= (uint8_t) ~MODE_SHADOW;
    if (mode & MODE_LATER)
        return mode & (uint8_t) ~MODE_LATER;
    return mode & (uint8_t) ~MODE_LATE;
}

static void
step_instruction (struct micro_core *c)
{
    const struct mcs51_program *p = mcs51_of (c);
    uint32_t pc = fast_pc (c);
    if (pc >= p->code_end || p->instruction[pc].op == MCS51_NONE) {
        core_fail (c, FAULT_JUMP_OUTSIDE, false);
        return;
    }
    fast_write (c, HEAD_MODE, mode_after (c->state[HEAD_MODE]));
    mcs51_execute (c, &p->instruction[pc]);
}

static void
step_interrupt (struct micro_core *c, unsigned vector)
{
    const struct mcs51_program *p = mcs51_of (c);
    uint8_t over = MODE_SHADOW | MODE_SLEEP | MODE_LATE | MODE_LATER;
    assert (vector && vector < p->device->vector_count);
    if (!(p->micro.handled >> vector & 1))
        core_fail (c, FAULT_UNHANDLED, true);
    unsigned priority = sfr_priority (c, vector);
    sfr_taken (c, vector);
    mcs51_push_pc (c, (uint16_t) fast_pc (c));
    fast_write (c, HEAD_SERVICE,
                c->state[HEAD_SERVICE]
                    | (priority ? SERVICE_HIGH : SERVICE_LOW));
    fast_write (c, HEAD_MODE, c->state[HEAD_MODE] & (uint8_t) ~over);
    if (c->data[MCS51_PCON] & PCON_IDLE)
        core_put (c, MCS51_PCON,
                  core_need (c, MCS51_PCON) & (uint8_t) ~PCON_IDLE);
    fast_put_pc (c, p->device->vectors[vector].entry);
}

/* It comes up while the next instruction is executed, or just before. */
static void
step_flag (struct micro_core *c, unsigned vector)
{
    bool must = must_interrupt (c);
    sfr_raise (c, vector);
    if (!must && sfr_interrupt (c, vector) != PENDING_NOT)
        mcs51_late (c);
}

enum micro_end
mcs51_step (struct micro_core *c, const struct micro_event *e)
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
    default:
        assert (e->kind == EVENT_FLAG);
        step_flag (c, e->vector);
    }
    sfr_settle (c);
    core_look (c);
    if (!c->branched)
        return STEP_DONE;
    core_undo (c);
    return STEP_BRANCHED;
}
