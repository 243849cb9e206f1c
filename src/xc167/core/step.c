/* step.c -- events: what may come next, and one of them. */
#include "xc167/core/step.h"

#include "micro/fast.h"
#include "xc167/core/request.h"
#include "xc167/core/trap.h"

static bool
is_held_off (const struct micro_core *c)
{
    return c->state[HEAD_SEQUENCE] & SEQUENCE_LEFT
           && !(c->program->broken & BROKEN_SEI_DELAY);
}

/* Those that may be taken: none below one that must.  True: there is such one. */
static bool
list_interrupts (const struct micro_core *c, struct micro_event event[],
                 size_t *n)
{
    enum xc167_pending pending[XC167_NODES];
    uint64_t asking = 0;
    unsigned least = 0; /* the highest priority that surely asks, plus one */
    if (!(c->data[XC167_PSW + 1] & PSW_IEN)
        && !(c->state[HEAD_BEFORE] & BEFORE_IEN))
        return false;
    for (uint64_t left = request_enabled (c); left; left &= left - 1) {
        unsigned v = (unsigned) __builtin_ctzll (left);
        pending[v] = request_pending (c, v);
        asking |= (uint64_t) (pending[v] != PENDING_NOT) << v;
        if (pending[v] == PENDING_SURELY && request_priority (c, v) >= least)
            least = request_priority (c, v) + 1;
    }
    for (uint64_t left = asking; left; left &= left - 1) {
        unsigned v = (unsigned) __builtin_ctzll (left);
        if (request_priority (c, v) + 1 >= least)
            event[(*n)++] = (struct micro_event) {EVENT_INTERRUPT, (uint8_t) v};
    }
    return least > 0;
}

static void
list_flags (const struct micro_core *c, struct micro_event event[], size_t *n)
{
    for (uint64_t left = request_down (c); left; left &= left - 1) {
        unsigned v = (unsigned) __builtin_ctzll (left);
        if (request_may_raise (c, v))
            event[(*n)++] = (struct micro_event) {EVENT_FLAG, (uint8_t) v};
    }
}

/* Any request that is enabled wakes it, let in or not. */
static bool
may_wake (const struct micro_core *c)
{
    for (uint64_t left = request_enabled (c); left; left &= left - 1)
        if (request_state (c, (unsigned) __builtin_ctzll (left)) != PENDING_NOT)
            return true;
    return false;
}

size_t
xc167_events (struct micro_core *c, struct micro_event event[MICRO_EVENTS])
{
    size_t n = 1;
    uint8_t mode = c->state[HEAD_MODE];
    bool must = false, sleeps = mode & MODE_SLEEP;
    assert (xc167_of (c)->device->node_count * 2 + 2 <= MICRO_EVENTS);
    if (c->state[HEAD_BEFORE] & BEFORE_DOWN)
        return 0;
    event[0] = (struct micro_event) {EVENT_INSTRUCTION, 0};
    if (!is_held_off (c))
        must = list_interrupts (c, event, &n) && !(mode & MODE_LATE);
    if (!(c->program->reductions & MICRO_LAZY_FLAGS))
        list_flags (c, event, &n);
    if (!(mode & MODE_NO_WATCHDOG))
        event[n++] = (struct micro_event) {EVENT_RESET, 0};
    if (!must && (!sleeps || may_wake (c)))
        return n;
    for (size_t i = 1; i < n; i++)
        event[i - 1] = event[i];
    return n - 1;
}

/* The sequence, and how long what PSW was may count: one instruction less. */
static void
count_down (struct micro_core *c, uint8_t sequence)
{
    uint8_t before = c->state[HEAD_BEFORE];
    if (sequence & SEQUENCE_LEFT && c->state[HEAD_SEQUENCE] == sequence) {
        bool last = (sequence & SEQUENCE_LEFT) == 1;
        fast_write (c, HEAD_SEQUENCE, last ? 0 : (uint8_t) (sequence - 1));
        if (last)
            fast_write (c, HEAD_OVERRIDE, 0);
    }
    if (!(before >> BEFORE_COUNT & 3))
        return;
    before = (uint8_t) (before - (1u << BEFORE_COUNT));
    if (!(before >> BEFORE_COUNT & 3))
        before &= BEFORE_DOWN;
    fast_write (c, HEAD_BEFORE, before);
}

static bool
is_sequence (const struct xc167_instruction *i)
{
    return i->op >= XC_ATOMIC && i->op <= XC_EXTSR;
}

static void
step_instruction (struct micro_core *c)
{
    uint32_t pc = core_pc (c);
    const struct xc167_instruction *i = xc167_instruction_at (xc167_of (c), pc);
    uint8_t over = MODE_LATE | MODE_SLEEP, sequence = c->state[HEAD_SEQUENCE];
    if (!i
        || !xc167_is_loaded (xc167_of (c),
                             xc167_address (pc) + i->bytes - 1u)) {
        core_fail (c, FAULT_JUMP_OUTSIDE, false);
        return;
    }
    fast_write (c, HEAD_MODE, c->state[HEAD_MODE] & (uint8_t) ~over);
    xc167_execute (c, i);
    count_down (c, is_sequence (i) ? 0 : sequence);
    trap_serve (c);
}

/* In the service of a trap the level is the highest; which service a RETI ends is not
 * kept for a program that lowers it. */
static void
step_interrupt (struct micro_core *c, unsigned node)
{
    const struct xc167_program *p = xc167_of (c);
    uint8_t mode = c->state[HEAD_MODE];
    unsigned priority = request_priority (c, node);
    int channel = pec_channel (c, priority);
    if (mode & (MODE_TRAP_A | MODE_TRAP_B) && !c->cut)
        c->cut = FAULT_OTHER;
    request_taken (c, node);
    if (channel >= 0) {
        if (pec_transfer (c, (unsigned) channel))
            request_again (c, node);
        trap_serve (c);
        return;
    }
    if (!(p->micro.handled >> node & 1))
        core_fail (c, FAULT_UNHANDLED, true);
    fast_write (c, HEAD_BEFORE, 0);
    fast_write (c, HEAD_MODE, mode & (uint8_t) ~(MODE_SLEEP | MODE_LATE));
    trap_enter (c, p->device->nodes[node].trap);
    trap_set_level (c, priority >> 3);
    trap_serve (c);
}

static void
step_flag (struct micro_core *c, unsigned node)
{
    request_raise (c, node);
    if (request_pending (c, node) != PENDING_NOT)
        xc167_late (c);
}

enum micro_end
xc167_step (struct micro_core *c, const struct micro_event *e)
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
        xc167_restart (c);
    }
    request_settle (c);
    core_look (c);
    if (!c->branched)
        return STEP_DONE;
    core_undo (c);
    return STEP_BRANCHED;
}
