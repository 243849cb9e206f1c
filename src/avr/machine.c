/* machine.c -- a firmware as a generator. */
#include "avr/machine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "avr/property/property.h"
#include "avr/reduce/dead.h"
#include "avr/reduce/flow.h"
#include "avr/machine_internal.h"

/* The program of all clones. */
struct avr_shared {
    struct avr_program program;
    atomic_uint users;
};

/* The edges of the state that was entered are numbered in order of its events,
 * then of the combinations of what each chooses. */
struct avr_machine {
    generator base;
    struct avr_shared *shared;
    struct avr_walk walk;
    struct avr_event event[AVR_EVENTS];
    size_t events, at; /* how many; the one whose turn it is */
    struct avr_choices choices;
    struct bytes source; /* borrowed; empty: the root */
    uint32_t number;     /* of the next edge */
    bool changed;        /* the walk's state is not the source any more */
    bool undoable;       /* but will be, once the last step is undone */
};

static const struct generator_class avr_class;

static struct avr_machine *
machine_of (generator *g)
{
    assert (g->class == &avr_class);
    return (struct avr_machine *) g;
}

static generator *
machine_new (struct avr_shared *shared)
{
    struct avr_machine *m = NEW (struct avr_machine);
    m->base.class = &avr_class;
    m->shared = shared;
    walk_init (&m->walk, &shared->program);
    return &m->base;
}

generator *
avr_machine_new (struct avr_program *adopted)
{
    struct avr_shared *shared = NEW (struct avr_shared);
    shared->program = *adopted;
    memset (adopted, 0, sizeof *adopted);
    assert (shared->program.device && shared->program.instruction);
    if (shared->program.reductions & AVR_DEAD && !shared->program.live)
        shared->program.live = avr_live_new (&shared->program);
    atomic_init (&shared->users, 1);
    return machine_new (shared);
}

static generator *
avr_clone (const generator *g)
{
    struct avr_shared *shared = ((const struct avr_machine *) g)->shared;
    atomic_fetch_add_explicit (&shared->users, 1, memory_order_relaxed);
    return machine_new (shared);
}

static void
avr_free (generator *g)
{
    struct avr_machine *m = machine_of (g);
    /* Each release is acquired by the last: it sees that all others are done.
     */
    if (atomic_fetch_sub_explicit (&m->shared->users, 1, memory_order_acq_rel)
        == 1) {
        avr_program_clear (&m->shared->program);
        memory_free (m->shared);
    }
    walk_clear (&m->walk);
    memory_free (m);
}

const struct avr_program *
avr_machine_program (const generator *g)
{
    assert (g->class == &avr_class);
    return &((const struct avr_machine *) g)->shared->program;
}

void
avr_machine_write (const generator *g, struct buffer *b)
{
    buffer_string (b, "avr");
    avr_program_write (avr_machine_program (g), b);
}

generator *
avr_open (struct bytes program, struct problem *problem)
{
    struct reader r;
    struct avr_program read;
    memset (&read, 0, sizeof read);
    reader_init (&r, program);
    struct bytes kind = reader_bytes (&r);
    if (r.failed || !bytes_equal (kind, bytes_of ("avr"))) {
        problem_set (problem, (struct place) {0}, "this is no AVR firmware");
        return NULL;
    }
    if (!avr_program_read (&read, &r, problem))
        return NULL;
    return avr_machine_new (&read);
}

static struct digest
avr_identity (const generator *g)
{
    return avr_program_digest (avr_machine_program (g));
}

static void
avr_enter (generator *g, struct bytes state)
{
    struct avr_machine *m = machine_of (g);
    assert (!state.size || state.size == m->walk.core.size);
    m->source = state;
    m->number = 0;
    m->at = 0;
    m->events = 1;
    m->changed = m->undoable = false;
    choices_init (&m->choices);
    if (!state.size)
        return;
    walk_set (&m->walk, state);
    m->events = avr_events (&m->walk.core, m->event);
    assert (m->events <= AVR_EVENTS);
}

/* What happens on the edge whose turn it is; null: the reset. */
static const struct avr_event *
event_now (const struct avr_machine *m)
{
    assert (m->at < m->events);
    return m->source.size ? &m->event[m->at] : NULL;
}

static void
begin_edge (struct avr_machine *m)
{
    if (m->changed && m->undoable)
        core_undo (&m->walk.core);
    else if (m->changed && m->source.size)
        walk_set (&m->walk, m->source);
    walk_begin (&m->walk, event_now (m), &m->choices);
    m->changed = true;
    m->undoable = m->source.size
                  && !(m->shared->program.reductions & (AVR_PATH | AVR_DEAD));
}

static void
advance (struct avr_machine *m)
{
    assert (m->at < m->events && m->number < UINT32_MAX);
    m->number++;
    if (choices_next (&m->choices))
        return;
    choices_init (&m->choices);
    m->at++;
}

static enum next
avr_next (generator *g, struct edge *e)
{
    struct avr_machine *m = machine_of (g);
    struct avr_walk *w = &m->walk;
    if (m->at == m->events)
        return NEXT_END;
    begin_edge (m);
    walk_end (w);
    *e = (struct edge) {.target = {w->work, w->core.size},
                        .choice = m->number,
                        .steps = w->steps,
                        .marks = w->marks,
                        .fault = w->fault};
    advance (m);
    return NEXT_EDGE;
}

static uint64_t
avr_label_of (generator *g, struct bytes state)
{
    struct avr_machine *m = machine_of (g);
    walk_set (&m->walk, state);
    return avr_label (&m->walk.core);
}

/* Variables lie in the lower half of the SRAM, the stack in the upper one; there
 * are no threads, so that some of them are all of the state. */
static uint64_t
avr_partial (const generator *g, struct bytes state, int what)
{
    const struct avr_device *d = avr_machine_program (g)->device;
    uint32_t first = HEAD_SIZE + d->sram_first;
    uint32_t half = (uint32_t) (d->sram_last + 1 - d->sram_first) / 2;
    uint32_t mask = d->sram_last + 1u; /* from a byte to its mask */
    assert (state.size == avr_state_size (d));
    struct bytes data = {state.data + first, half};
    if (what == PARTIAL_HEAP)
        return digest_chain (digest_of (data),
                             (struct bytes) {data.data + mask, half})
            .low;
    if (what != PARTIAL_STACKS)
        return digest_of (state).low;
    struct digest low = digest_of ((struct bytes) {state.data, first});
    return digest_chain (low, (struct bytes) {data.data + half, half}).low;
}

static size_t
avr_parts (const generator *g, uint32_t ends[], size_t most)
{
    return avr_state_parts (avr_machine_program (g)->device, ends, most);
}

/* Makes edge `number` of the state the one whose turn it is. */
static bool
find_edge (struct avr_machine *m, struct bytes state, uint32_t number)
{
    avr_enter (&m->base, state);
    while (m->at < m->events && m->number < number) {
        begin_edge (m);
        advance (m);
        m->undoable = false;
    }
    return m->at < m->events;
}

bool
avr_machine_replay (generator *g, struct bytes state, uint32_t choice,
                    walk_visitor *visit, void *context, struct edge *e)
{
    struct avr_machine *m = machine_of (g);
    if (!find_edge (m, state, choice))
        return false;
    begin_edge (m);
    m->undoable = false;
    walk_end (&m->walk);
    *e = (struct edge) {.target = {m->walk.work, m->walk.core.size},
                        .choice = choice,
                        .steps = m->walk.steps,
                        .marks = m->walk.marks,
                        .fault = m->walk.fault};
    walk_replay (&m->walk, state, event_now (m), &m->choices, e->steps, visit,
                 context);
    if (!(e->marks & EDGE_FAULT))
        avr_dead_forget (&m->walk.core);
    return true;
}

/* Keeps the state before each step for the visitor. */
struct avr_machine_expansion {
    edge_visitor *visit;
    void *context;
    uint8_t *before; /* owned */
    size_t size;     /* of it; 0: the root */
    const struct edge *whole;
};

static void
visit_step (void *context, struct avr_walk *w, const struct avr_event *event,
            uint32_t step)
{
    struct avr_machine_expansion *x = context;
    bool last = step + 1 == x->whole->steps;
    struct edge e = {.target = {w->work, w->core.size},
                     .choice = step ? 0 : x->whole->choice,
                     .steps = 1,
                     .marks = last ? x->whole->marks : (uint32_t) EDGE_LOCAL,
                     .fault = last ? x->whole->fault : 0};
    (void) event;
    x->visit (x->context, (struct bytes) {x->before, x->size}, &e);
    memcpy (x->before, w->work, w->core.size);
    x->size = w->core.size;
}

static bool
avr_expand (generator *g, struct bytes state, uint32_t choice,
            edge_visitor *visit, void *context)
{
    struct edge whole = {0};
    size_t size = machine_of (g)->walk.core.size;
    struct avr_machine_expansion x = {visit, context, memory_new (size),
                                      state.size, &whole};
    assert (!state.size || state.size == size);
    if (state.size)
        memcpy (x.before, state.data, state.size);
    bool found = avr_machine_replay (g, state, choice, visit_step, &x, &whole);
    memory_free (x.before);
    return found;
}

static const char *
register_name (void *context, uint16_t address)
{
    const struct avr_register *r = avr_register_at (context, address);
    return r ? r->name : NULL;
}

static void
print_instruction (const struct avr_program *p, uint32_t pc, FILE *f)
{
    struct text t;
    text_init (&t);
    if (pc < p->code_words)
        avr_instruction_print (&p->instruction[pc], &t, register_name,
                               (void *) (uintptr_t) p->device);
    else
        text_add (&t, "no code");
    fprintf (f, "0x%04" PRIx32 ": %s", 2 * pc, text_view (&t));
    text_clear (&t);
}

static void
print_state (const struct avr_core *c, FILE *f)
{
    static const char queued_message[] = "CZNVSHTI";
    print_instruction (c->program, core_pc (c), f);
    fprintf (f, "  SP %02x%02x SREG ", c->data[AVR_SPH], c->data[AVR_SPL]);
    for (int i = 7; i >= 0; i--) {
        unsigned flag = core_flag (c, (enum avr_flag_bit) i);
        fputc (flag == 2 ? '?' : flag ? queued_message[i] : '-', f);
    }
    for (uint16_t r = 0; r < 32; r++)
        if (c->mask[r] != 0xff)
            fprintf (f, " r%u=%02x%s", r, c->data[r], c->mask[r] ? "?" : "");
    if (c->state[HEAD_MODE] & MODE_SLEEP)
        fprintf (f, " asleep");
}

static void
print_event (const struct avr_core *c, const struct avr_event *e, FILE *f)
{
    const struct avr_device *d = c->program->device;
    switch (e->kind) {
    case EVENT_INSTRUCTION:
        print_instruction (c->program, core_pc (c), f);
        break;
    case EVENT_INTERRUPT:
        fprintf (f, "interrupt %s", d->vectors[e->vector].name);
        break;
    case EVENT_FLAG:
        fprintf (f, "flag of %s", d->vectors[e->vector].name);
        break;
    default:
        fprintf (f, "reset by the watchdog");
    }
}

static void
avr_print (generator *g, struct bytes state, const struct edge *e, FILE *f)
{
    struct avr_machine *m = machine_of (g);
    if (!state.size)
        fprintf (f, "reset");
    else if (!e) {
        walk_set (&m->walk, state);
        print_state (&m->walk.core, f);
    } else if (find_edge (m, state, e->choice)) {
        walk_set (&m->walk, state);
        print_event (&m->walk.core, event_now (m), f);
        if (e->fault)
            fprintf (f, "  [%s]", avr_fault_name (e->fault));
    }
}

static const char *
avr_name_fault (const generator *g, uint32_t fault)
{
    (void) g;
    return avr_fault_name (fault);
}

static const struct generator_class avr_class = {
    .name = "avr",
    .identity = avr_identity,
    .clone = avr_clone,
    .free = avr_free,
    .enter = avr_enter,
    .next = avr_next,
    .parts = avr_parts,
    .partial = avr_partial,
    .label = avr_label_of,
    .expand = avr_expand,
    .print = avr_print,
    .fault_name = avr_name_fault,
};
