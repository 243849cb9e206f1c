/* machine.c -- a firmware as a generator. */
#include "micro/machine.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "micro/property/property.h"
#include "micro/machine_internal.h"

/* The program of all clones. */
struct micro_shared {
    struct micro_program *program; /* owned */
    atomic_uint users;
};

/* The edges of the state that was entered are numbered in order of its events,
 * then of the combinations of what each chooses. */
struct micro_machine {
    generator base;
    struct micro_shared *shared;
    struct micro_walk walk;
    struct micro_event event[MICRO_EVENTS];
    size_t events, at; /* how many; the one whose turn it is */
    struct micro_choices choices;
    struct bytes source; /* borrowed; empty: the root */
    uint32_t number;     /* of the next edge */
    bool changed;        /* the walk's state is not the source any more */
    bool undoable;       /* but will be, once the last step is undone */
};

static struct micro_machine *
machine_of (generator *g)
{
    assert (g->class->identity == micro_machine_identity);
    return (struct micro_machine *) g;
}

static generator *
machine_new (struct micro_shared *shared)
{
    struct micro_machine *m = NEW (struct micro_machine);
    m->base.class = &shared->program->class->generator;
    m->shared = shared;
    walk_init (&m->walk, shared->program);
    return &m->base;
}

generator *
micro_machine_new (struct micro_program *adopted)
{
    struct micro_shared *shared = NEW (struct micro_shared);
    assert (adopted->class && adopted->data_size);
    shared->program = adopted;
    atomic_init (&shared->users, 1);
    return machine_new (shared);
}

generator *
micro_machine_clone (const generator *g)
{
    struct micro_shared *shared = ((const struct micro_machine *) g)->shared;
    atomic_fetch_add_explicit (&shared->users, 1, memory_order_relaxed);
    return machine_new (shared);
}

void
micro_machine_free (generator *g)
{
    struct micro_machine *m = machine_of (g);
    /* Each release is acquired by the last: it sees that all others are done.
     */
    if (atomic_fetch_sub_explicit (&m->shared->users, 1, memory_order_acq_rel)
        == 1) {
        micro_program_free (m->shared->program);
        memory_free (m->shared);
    }
    walk_clear (&m->walk);
    memory_free (m);
}

const struct micro_program *
micro_machine_program (const generator *g)
{
    assert (g->class->identity == micro_machine_identity);
    return ((const struct micro_machine *) g)->shared->program;
}

void
micro_machine_write (const generator *g, struct buffer *b)
{
    const struct micro_program *p = micro_machine_program (g);
    buffer_string (b, p->class->generator.name);
    p->class->write (p, b);
}

generator *
micro_open (const struct micro_class *class, struct bytes program,
            struct problem *problem)
{
    struct reader r;
    reader_init (&r, program);
    struct bytes kind = reader_bytes (&r);
    if (r.failed || !bytes_equal (kind, bytes_of (class->generator.name))) {
        problem_set (problem, (struct place) {0}, "this is no %s firmware",
                     class->title);
        return NULL;
    }
    struct micro_program *read = class->read (&r, problem);
    return read ? micro_machine_new (read) : NULL;
}

struct micro_program *
micro_program_copy (const struct micro_program *p, struct problem *problem)
{
    struct buffer wire;
    struct reader r;
    buffer_init (&wire);
    p->class->write (p, &wire);
    reader_init (&r, buffer_view (&wire));
    struct micro_program *copy = p->class->read (&r, problem);
    buffer_clear (&wire);
    /* cppcheck-suppress returnDanglingLifetime ; what is read keeps nothing of the reader */
    return copy;
}

void
micro_program_free (struct micro_program *p)
{
    if (!p)
        return;
    p->class->clear (p);
    memory_free (p);
}

struct digest
micro_machine_identity (const generator *g)
{
    const struct micro_program *p = micro_machine_program (g);
    struct buffer b;
    buffer_init (&b);
    p->class->write (p, &b);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

void
micro_machine_enter (generator *g, struct bytes state)
{
    struct micro_machine *m = machine_of (g);
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
    m->events = m->shared->program->class->events (&m->walk.core, m->event);
    assert (m->events <= MICRO_EVENTS);
}

/* What happens on the edge whose turn it is; null: the reset. */
static const struct micro_event *
event_now (const struct micro_machine *m)
{
    assert (m->at < m->events);
    return m->source.size ? &m->event[m->at] : NULL;
}

static void
begin_edge (struct micro_machine *m)
{
    if (m->changed && m->undoable)
        core_undo (&m->walk.core);
    else if (m->changed && m->source.size)
        walk_set (&m->walk, m->source);
    walk_begin (&m->walk, event_now (m), &m->choices);
    m->changed = true;
    m->undoable =
        m->source.size
        && !(m->shared->program->reductions & (MICRO_PATH | MICRO_DEAD));
}

static void
advance (struct micro_machine *m)
{
    assert (m->at < m->events && m->number < UINT32_MAX);
    m->number++;
    if (choices_next (&m->choices))
        return;
    choices_init (&m->choices);
    m->at++;
}

enum next
micro_machine_next (generator *g, struct edge *e)
{
    struct micro_machine *m = machine_of (g);
    struct micro_walk *w = &m->walk;
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

uint64_t
micro_machine_label (generator *g, struct bytes state)
{
    struct micro_machine *m = machine_of (g);
    walk_set (&m->walk, state);
    return micro_label_now (&m->walk.core);
}

/* Variables lie in the lower half of the memory, the stack in the upper one; there
 * are no threads, so that some of them are all of the state. */
uint64_t
micro_machine_partial (const generator *g, struct bytes state, int what)
{
    const struct micro_program *p = micro_machine_program (g);
    uint32_t first = HEAD_SIZE + p->hot, half = (p->data_size - p->hot) / 2;
    assert (state.size == micro_state_size (p));
    struct bytes data = {state.data + first, half};
    if (what == PARTIAL_HEAP) /* from a byte to its mask: data_size */
        return digest_chain (digest_of (data),
                             (struct bytes) {data.data + p->data_size, half})
            .low;
    if (what != PARTIAL_STACKS)
        return digest_of (state).low;
    struct digest low = digest_of ((struct bytes) {state.data, first});
    return digest_chain (low, (struct bytes) {data.data + half, half}).low;
}

size_t
micro_machine_parts (const generator *g, uint32_t ends[], size_t most)
{
    return micro_state_parts (micro_machine_program (g), ends, most);
}

/* Makes edge `number` of the state the one whose turn it is. */
static bool
find_edge (struct micro_machine *m, struct bytes state, uint32_t number)
{
    micro_machine_enter (&m->base, state);
    while (m->at < m->events && m->number < number) {
        begin_edge (m);
        advance (m);
        m->undoable = false;
    }
    return m->at < m->events;
}

bool
micro_machine_replay (generator *g, struct bytes state, uint32_t choice,
                      walk_visitor *visit, void *context, struct edge *e)
{
    struct micro_machine *m = machine_of (g);
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
        m->shared->program->class->forget (&m->walk.core);
    return true;
}

/* Keeps the state before each step for the visitor. */
struct micro_machine_expansion {
    edge_visitor *visit;
    void *context;
    uint8_t *before; /* owned */
    size_t size;     /* of it; 0: the root */
    const struct edge *whole;
};

static void
visit_step (void *context, struct micro_walk *w,
            const struct micro_event *event, uint32_t step)
{
    struct micro_machine_expansion *x = context;
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

bool
micro_machine_expand (generator *g, struct bytes state, uint32_t choice,
                      edge_visitor *visit, void *context)
{
    struct edge whole = {0};
    size_t size = machine_of (g)->walk.core.size;
    struct micro_machine_expansion x = {visit, context, memory_new (size),
                                        state.size, &whole};
    assert (!state.size || state.size == size);
    if (state.size)
        memcpy (x.before, state.data, state.size);
    bool found =
        micro_machine_replay (g, state, choice, visit_step, &x, &whole);
    memory_free (x.before);
    return found;
}

static void
print_instruction (const struct micro_program *p, uint32_t pc, FILE *f)
{
    struct text t;
    text_init (&t);
    p->class->print (p, pc, &t);
    fprintf (f, "0x%04" PRIx32 ": %s", pc * p->class->pc_bytes, text_view (&t));
    text_clear (&t);
}

static void
print_state (const struct micro_core *c, FILE *f)
{
    print_instruction (c->program, core_pc (c), f);
    c->program->class->print_state (c, f);
    if (c->state[HEAD_MODE] & MODE_SLEEP)
        fprintf (f, " asleep");
}

static void
print_event (const struct micro_core *c, const struct micro_event *e, FILE *f)
{
    const struct micro_class *class = c->program->class;
    const void *device = class->device (c->program);
    switch (e->kind) {
    case EVENT_INSTRUCTION:
        print_instruction (c->program, core_pc (c), f);
        break;
    case EVENT_INTERRUPT:
        fprintf (f, "interrupt %s", class->vector (device, e->vector));
        break;
    case EVENT_FLAG:
        fprintf (f, "flag of %s", class->vector (device, e->vector));
        break;
    default:
        fprintf (f, "reset %s", class->reset);
    }
}

void
micro_machine_print (generator *g, struct bytes state, const struct edge *e,
                     FILE *f)
{
    struct micro_machine *m = machine_of (g);
    if (!state.size)
        fprintf (f, "reset");
    else if (!e) {
        walk_set (&m->walk, state);
        print_state (&m->walk.core, f);
    } else if (find_edge (m, state, e->choice)) {
        walk_set (&m->walk, state);
        print_event (&m->walk.core, event_now (m), f);
        if (e->fault)
            fprintf (f, "  [%s]", micro_fault_name (e->fault));
    }
}

const char *
micro_machine_fault_name (const generator *g, uint32_t fault)
{
    (void) g;
    return micro_fault_name (fault);
}
