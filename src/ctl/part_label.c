/* part_label.c -- see part.h: labels, and waves of them backwards through the edges. */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "ctl/part.h"

enum { FLUSH_BYTES = 1 << 20 };

/* What an order is about. */
struct ctl_wave {
    struct ctl_part *part;
    const struct ctl_order *order;
    const struct ctl_node *node;
    const uint8_t *left,
        *right; /* labels of what the node is made of; or null */
    uint8_t *to;
    uint32_t states;
};

static uint8_t **
value_at (const struct ctl_part *p, const struct ctl_order *o, uint32_t node,
          unsigned bound)
{
    assert (node < p->formula->node.size);
    return &p->value[CTL_BOUNDS * node + (o->both ? bound : CTL_MUST)];
}

static void *
allocate (struct ctl_part *p, size_t bytes)
{
    p->extra_bytes += bytes;
    return memory_new (bytes);
}

static bool
may_anything (const struct ctl_wave *w, uint32_t state)
{
    return w->order->bound == CTL_MAY && w->part->cut.at[state];
}

static bool
is_asked (const struct ctl_wave *w, uint32_t state)
{
    return w->part->label.at[state] & GENERATOR_ASKED;
}

/* May a way through states of `left` pass it? */
static bool
passes (const struct ctl_wave *w, uint32_t state)
{
    return w->left[state] || !is_asked (w, state);
}

/* ---- telling the predecessors */

static void hear (struct ctl_wave *, uint32_t state);

static void
tell_before (struct ctl_wave *w, uint32_t state)
{
    struct ctl_part *p = w->part;
    for (size_t i = p->first[state]; i < p->first[state + 1]; i++) {
        uint32_t gid = p->before[i];
        unsigned to = gid % p->parts;
        if (to == p->self) {
            hear (w, gid / p->parts);
            continue;
        }
        buffer_u32 (&p->out[to], gid / p->parts);
        p->report.moved++;
        if (p->flush && p->out[to].size >= FLUSH_BYTES)
            p->flush (p->context, to);
    }
}

static void
wave_on (struct ctl_wave *w)
{
    while (w->part->work.size)
        tell_before (w, VEC_POP (w->part->work));
}

static void
join (struct ctl_wave *w, uint8_t *set, uint32_t state)
{
    if (set[state])
        return;
    set[state] = 1;
    VEC_PUSH (w->part->work, state);
}

/* It is not one of those that are left any more. */
static void
leave (struct ctl_wave *w, uint32_t state)
{
    assert (w->to[state]);
    w->to[state] = 0;
    VEC_PUSH (w->part->work, state);
}

/* One that it leads to has joined, or left. */
static void
hear (struct ctl_wave *w, uint32_t state)
{
    struct ctl_part *p = w->part;
    assert (state < w->states);
    switch ((enum ctl_operation) w->order->operation) {
    case CTL_STEP:
        w->to[state] = 1;
        return;
    case CTL_REACH:
    case CTL_RETURN:
        if (passes (w, state))
            join (w, w->to, state);
        return;
    case CTL_COUNT:
        p->left[state]++;
        return;
    case CTL_REACH_FAIR:
        if (w->to[state])
            join (w, p->comes, state);
        return;
    case CTL_TRIM:
    case CTL_MEET:
        assert (p->left[state]);
        if (!--p->left[state] && w->to[state] && !may_anything (w, state))
            leave (w, state);
        return;
    default:
        assert (!"an operation that sends nothing");
    }
}

/* ---- operations */

static void
begin_plain (struct ctl_wave *w)
{
    for (uint32_t s = 0; s < w->states; s++)
        switch ((enum ctl_operator) w->node->operator) {
        case CTL_TRUE:
            w->to[s] = 1;
            break;
        case CTL_PROPOSITION:
            w->to[s] = w->part->label.at[s] >> w->node->left & 1;
            break;
        case CTL_NOT:
            w->to[s] = !w->left[s];
            break;
        default:
            assert (w->node->operator== CTL_AND);
            w->to[s] = w->left[s] && w->right[s];
        }
}

static void
begin_step (struct ctl_wave *w)
{
    for (uint32_t s = 0; s < w->states; s++) {
        w->to[s] |= may_anything (w, s);
        if (w->left[s])
            tell_before (w, s);
    }
}

static void
begin_reach (struct ctl_wave *w)
{
    for (uint32_t s = 0; s < w->states; s++)
        if ((w->right[s] && is_asked (w, s))
            || (may_anything (w, s) && passes (w, s)))
            join (w, w->to, s);
}

static void
begin_count (struct ctl_wave *w)
{
    struct ctl_part *p = w->part;
    if (!p->left)
        p->left = allocate (p, (w->states + 1) * sizeof *p->left);
    memset (p->left, 0, (w->states + 1) * sizeof *p->left);
    for (uint32_t s = 0; s < w->states; s++) {
        w->to[s] = passes (w, s);
        if (w->to[s])
            tell_before (w, s);
    }
}

static void
begin_trim (struct ctl_wave *w)
{
    for (uint32_t s = 0; s < w->states; s++)
        if (w->to[s] && !w->part->left[s] && !may_anything (w, s))
            leave (w, s);
}

/* Where one side of the constraint holds. */
static const uint8_t *
fair_value (const struct ctl_wave *w, bool then)
{
    const struct ctl_part *p = w->part;
    const struct ctl_constraint *c = &p->formula->fair.at[w->order->which];
    return *value_at (p, w->order, then ? c->then : c->when, w->order->bound);
}

static void
begin_reach_fair (struct ctl_wave *w)
{
    struct ctl_part *p = w->part;
    const uint8_t *fair = fair_value (w, true);
    if (!p->comes)
        p->comes = allocate (p, w->states + 1);
    memset (p->comes, 0, w->states + 1);
    for (uint32_t s = 0; s < w->states; s++)
        if (w->to[s] && (fair[s] || may_anything (w, s)))
            join (w, p->comes, s);
}

static void
begin_meet (struct ctl_wave *w)
{
    const uint8_t *when = fair_value (w, false);
    for (uint32_t s = 0; s < w->states; s++)
        if (w->to[s] && when[s] && !w->part->comes[s]) {
            leave (w, s);
            w->part->report.taken++;
        }
}

static void
begin_return (struct ctl_wave *w)
{
    for (uint32_t s = 0; s < w->states; s++)
        if (w->to[s])
            VEC_PUSH (w->part->work, s);
}

static void
begin (struct ctl_wave *w)
{
    static void (*const begins[CTL_OPERATIONS]) (struct ctl_wave *) = {
        [CTL_PLAIN] = begin_plain, [CTL_STEP] = begin_step,
        [CTL_REACH] = begin_reach, [CTL_COUNT] = begin_count,
        [CTL_TRIM] = begin_trim,   [CTL_REACH_FAIR] = begin_reach_fair,
        [CTL_MEET] = begin_meet,   [CTL_RETURN] = begin_return};
    assert (begins[w->order->operation] && !w->part->work.size);
    begins[w->order->operation](w);
}

void
ctl_part_label (struct ctl_part *p, const struct ctl_order *o,
                const struct bytes in[], size_t ins)
{
    const struct ctl_node *n = &p->formula->node.at[o->node];
    struct ctl_wave w = {.part = p, .order = o, .node = n};
    uint8_t **to = value_at (p, o, o->node, o->bound);
    w.states = (uint32_t) p->table.ref.size;
    if (!*to)
        *to = allocate (p, w.states + 1);
    w.to = *to;
    if (n->operator> CTL_PROPOSITION)
        w.left = *value_at (p, o, n->left,
                            n->operator== CTL_NOT ? !o->bound : o->bound);
    if (n->operator== CTL_AND || n->operator== CTL_UNTIL)
        w.right = *value_at (p, o, n->right, o->bound);
    if (!o->again)
        begin (&w);
    for (size_t i = 0; i < ins; i++) {
        struct reader r;
        reader_init (&r, in[i]);
        while (r.at < r.end)
            hear (&w, reader_u32 (&r));
        assert (!r.failed);
    }
    wave_on (&w);
}
