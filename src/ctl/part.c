/* part.c -- see part.h: the states and edges of a part. */
#include "ctl/part.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { FLUSH_BYTES = 1 << 20, CHECK_STATES = 1024 };

unsigned
ctl_part_owner (struct digest of_state, unsigned parts)
{
    assert (parts);
    return (unsigned) (of_state.high % parts);
}

bool
ctl_part_init (struct ctl_part *p, const struct ctl_formula *f, generator *g,
               unsigned self, unsigned parts, const struct store_options *o,
               struct problem *problem)
{
    assert (self < parts && g->class->label);
    *p = (struct ctl_part) {.formula = f,
                            .generator = g,
                            .self = self,
                            .parts = parts,
                            .memory_bytes = o->memory_bytes};
    p->value = NEW_ARRAY (uint8_t *, CTL_BOUNDS * f->node.size);
    p->out = NEW_ARRAY (struct buffer, parts);
    return ctl_table_init (&p->table, o, g, problem);
}

void
ctl_part_clear (struct ctl_part *p)
{
    for (size_t i = 0; p->value && i < CTL_BOUNDS * p->formula->node.size; i++)
        memory_free (p->value[i]);
    for (unsigned i = 0; p->out && i < p->parts; i++)
        buffer_clear (&p->out[i]);
    memory_free (p->value);
    memory_free (p->out);
    memory_free (p->first);
    memory_free (p->before);
    memory_free (p->left);
    memory_free (p->comes);
    VEC_CLEAR (p->label);
    VEC_CLEAR (p->cut);
    VEC_CLEAR (p->pair);
    VEC_CLEAR (p->work);
    ctl_report_clear (&p->report);
    ctl_table_clear (&p->table);
}

uint64_t
ctl_part_memory (const struct ctl_part *p)
{
    uint64_t bytes = ctl_table_memory (&p->table) + p->extra_bytes
                     + p->label.room * sizeof *p->label.at + p->cut.room
                     + p->pair.room * sizeof *p->pair.at
                     + p->work.room * sizeof *p->work.at;
    for (unsigned i = 0; i < p->parts; i++)
        bytes += p->out[i].room;
    return bytes;
}

static void
part_fail (struct ctl_part *p, const struct problem *why)
{
    assert (why->kind != PROBLEM_NONE);
    if (p->report.problem.kind == PROBLEM_NONE)
        p->report.problem = *why;
}

static void
part_full (struct ctl_part *p)
{
    struct problem full = {0};
    problem_of_kind (&full, PROBLEM_RESOURCE, (struct place) {0},
                     "memory: no room for more states");
    part_fail (p, &full);
}

static bool
has_failed (const struct ctl_part *p)
{
    return p->report.problem.kind != PROBLEM_NONE;
}

/* ---- states */

static void
digest_add (struct digest *sum, struct digest d)
{
    sum->low += d.low;
    sum->high += d.high + (sum->low < d.low);
}

/* A state of this part; an edge from `source` (a gid; NOWHERE: the root) leads to it. */
static void
take_state (struct ctl_part *p, uint32_t source, struct bytes bytes,
            struct digest d)
{
    uint32_t state;
    assert (ctl_part_owner (d, p->parts) == p->self);
    switch (ctl_table_put (&p->table, bytes, &state)) {
    case PUT_FULL:
        part_fail (p, store_problem (p->table.store));
        return;
    case PUT_NEW:
        if (state >= CTL_NOWHERE / p->parts - 1)
            part_full (p);
        digest_add (&p->report.digest, d);
        p->report.states++;
        p->report.moved++;
        VEC_PUSH (p->label, 0);
        VEC_PUSH (p->cut, 0);
        break;
    case PUT_OLD:
        break;
    }
    if (source == CTL_NOWHERE)
        return;
    VEC_PUSH (p->pair, state);
    VEC_PUSH (p->pair, source);
}

static void
take_states (struct ctl_part *p, struct bytes in)
{
    struct reader r;
    reader_init (&r, in);
    while (r.at < r.end && !has_failed (p)) {
        uint32_t source = reader_u32 (&r), size = reader_u32 (&r);
        struct bytes bytes = reader_take (&r, size);
        if (!r.failed)
            take_state (p, source, bytes, digest_of (bytes));
    }
    assert (!r.failed || r.at == r.end);
}

static void
send_state (struct ctl_part *p, uint32_t source, struct bytes bytes)
{
    struct digest d = digest_of (bytes);
    unsigned to = ctl_part_owner (d, p->parts);
    if (to == p->self) {
        take_state (p, source, bytes, d);
        return;
    }
    buffer_u32 (&p->out[to], source);
    buffer_u32 (&p->out[to], (uint32_t) bytes.size);
    buffer_put (&p->out[to], bytes.data, bytes.size);
    p->report.moved++;
    if (p->flush && p->out[to].size >= FLUSH_BYTES)
        p->flush (p->context, to);
}

/* ---- edges */

static bool
cut_less (const struct ctl_cut *a, uint64_t layer, struct bytes state,
          uint32_t choice)
{
    if (a->layer != layer)
        return a->layer < layer;
    int order = bytes_compare (buffer_view (&a->state), state);
    return order ? order < 0 : a->choice <= choice;
}

static void
note_cut (struct ctl_part *p, struct bytes state, const struct edge *e)
{
    struct ctl_cut *c = &p->report.cut;
    p->report.cuts++;
    if (c->found && cut_less (c, p->layer, state, e->choice))
        return;
    buffer_reset (&c->state);
    buffer_put (&c->state, state.data, state.size);
    c->found = true;
    c->layer = p->layer;
    c->choice = e->choice;
}

static void
expand (struct ctl_part *p, uint32_t source, struct bytes state, bool *cut)
{
    struct edge e;
    enum next next = NEXT_END;
    bool any = false;
    generator_enter (p->generator, state);
    while (!has_failed (p)
           && (next = generator_next (p->generator, &e)) == NEXT_EDGE) {
        any = true;
        p->report.edges++;
        p->report.steps += e.steps;
        if (e.marks & (EDGE_CUT | EDGE_FAULT)) {
            *cut = true;
            note_cut (p, state, &e);
        } else if (e.target.size)
            send_state (p, source, e.target);
    }
    if (next == NEXT_FAILED)
        part_fail (p, &p->generator->problem);
    if (!any && state.size && !has_failed (p)) {
        VEC_PUSH (p->pair, source / p->parts);
        VEC_PUSH (p->pair, source);
        p->report.ended++;
    }
}

static void
check_memory (struct ctl_part *p)
{
    if (p->memory_bytes && ctl_part_memory (p) > p->memory_bytes)
        part_full (p);
}

/* All that was found in the step before. */
static void
expand_layer (struct ctl_part *p, bool root)
{
    uint32_t end = (uint32_t) p->table.ref.size;
    bool cut = false;
    p->report.moved = 0;
    p->report.taken = end - p->expanded + root;
    if (root)
        expand (p, CTL_NOWHERE, (struct bytes) {0}, &cut);
    for (; p->expanded < end && !has_failed (p); p->expanded++) {
        uint32_t s = p->expanded;
        p->label.at[s] = p->generator->class->label (
            p->generator, ctl_table_read (&p->table, s));
        cut = false;
        expand (p, s * p->parts + p->self, ctl_table_read (&p->table, s), &cut);
        p->cut.at[s] = cut;
        if (s % CHECK_STATES == 0)
            check_memory (p);
    }
    check_memory (p);
    p->layer++;
}

static void
seal (struct ctl_part *p)
{
    size_t states = p->table.ref.size, edges = p->pair.size / 2;
    size_t bytes =
        (states + 2) * sizeof *p->first + (edges + 1) * sizeof *p->before;
    p->extra_bytes += bytes;
    check_memory (p);
    if (has_failed (p))
        return;
    p->first = NEW_ARRAY (size_t, states + 2);
    p->before = NEW_ARRAY (uint32_t, edges + 1);
    for (size_t i = 0; i < p->pair.size; i += 2)
        p->first[p->pair.at[i] + 2]++;
    for (size_t s = 2; s < states + 2; s++)
        p->first[s] += p->first[s - 1];
    for (size_t i = 0; i < p->pair.size; i += 2)
        p->before[p->first[p->pair.at[i] + 1]++] = p->pair.at[i + 1];
    assert (p->first[states] == edges);
    VEC_CLEAR (p->pair);
}

void
ctl_part_step (struct ctl_part *p, const struct ctl_order *order,
               const struct bytes in[], size_t ins)
{
    assert (order->operation < CTL_OPERATIONS);
    p->report.moved = p->report.taken = 0;
    if (has_failed (p))
        return;
    if (order->operation == CTL_EXPAND) {
        for (size_t i = 0; i < ins; i++)
            take_states (p, in[i]);
        expand_layer (p, !p->self && !order->again);
    } else if (order->operation == CTL_SEAL)
        seal (p);
    else
        ctl_part_label (p, order, in, ins);
    check_memory (p);
    p->report.bytes = ctl_part_memory (p);
}

bool
ctl_part_has (const struct ctl_part *p, uint32_t node, enum ctl_bound bound)
{
    return p->value[CTL_BOUNDS * node + bound]
           || p->value[CTL_BOUNDS * node + CTL_MUST];
}

bool
ctl_part_holds (const struct ctl_part *p, uint32_t state, uint32_t node,
                enum ctl_bound bound)
{
    const uint8_t *value = p->value[CTL_BOUNDS * node + bound];
    if (!value) /* without cuts both bounds are the same */
        value = p->value[CTL_BOUNDS * node + CTL_MUST];
    assert (value && state < p->table.ref.size);
    return value[state];
}

/* ---- reports */

void
ctl_report_add (struct ctl_report *sum, struct ctl_report *r)
{
    struct ctl_cut *c = &r->cut;
    sum->moved += r->moved;
    sum->taken += r->taken;
    sum->states += r->states;
    sum->edges += r->edges;
    sum->steps += r->steps;
    sum->ended += r->ended;
    sum->cuts += r->cuts;
    sum->bytes += r->bytes;
    digest_add (&sum->digest, r->digest);
    if (sum->problem.kind == PROBLEM_NONE)
        sum->problem = r->problem;
    if (!c->found
        || (sum->cut.found
            && cut_less (&sum->cut, c->layer, buffer_view (&c->state),
                         c->choice)))
        return;
    buffer_reset (&sum->cut.state);
    buffer_put (&sum->cut.state, c->state.data, c->state.size);
    sum->cut.found = true;
    sum->cut.layer = c->layer;
    sum->cut.choice = c->choice;
}

void
ctl_report_clear (struct ctl_report *r)
{
    buffer_clear (&r->cut.state);
    *r = (struct ctl_report) {.moved = 0};
}
