/* bounds.c -- see bounds.h: the fixed point (Cousot, Cousot 1976).
 *
 * Up with widening at the heads of loops until nothing grows; then down a few
 * times.  Each step down computes block entries from entries that were right,
 * so all of them are right, however often it is done.  Then the same with what
 * bounds_trips.c makes of them. */
#include "program/abstract/bounds_internal.h"

#include <stdlib.h>

enum {
    BOUNDS_JOINS = 3,  /* of a head before it is widened */
    BOUNDS_STEPS = 24, /* before what still grows is full */
    BOUNDS_END = 60,   /* before everything is */
    BOUNDS_DOWN = 3,
    BOUNDS_TRIPS = 3
};

/* ---- the state at hand */

void
bounds_load (struct bounds *b, uint32_t block, const struct bounds_entry *e)
{
    for (size_t i = 0; i < b->known.size; i++) {
        uint32_t of = b->known.at[i];
        b->now[of] = range_full (b->now[of].width);
    }
    b->known.size = 0;
    for (size_t i = 0; i < e->bound.size; i++)
        bounds_set (b, e->bound.at[i].of, e->bound.at[i].range);
    b->dead = !e->reached;
    trips_load (b, block);
    b->undo.size = 0;
}

static void
state_assign (struct bounds *b, const struct statement *s)
{
    struct vec_bound list = {0};
    for (uint32_t i = 0; i < s->targets; i++)
        if (bounds_has (s->target[i]))
            VEC_PUSH (list,
                      ((struct bound) {live_number (&b->live, s->target[i]),
                                       bounds_of (b, s->value[i])}));
    for (size_t i = 0; i < list.size; i++)
        bounds_set (b, list.at[i].of, list.at[i].range);
    VEC_CLEAR (list);
}

void
bounds_step (struct bounds *b, const struct statement *s)
{
    assert (s->kind != STATEMENT_CALL);
    if (b->dead)
        return;
    trips_step (b, s);
    if (s->kind == STATEMENT_ASSIGN)
        state_assign (b, s);
    else if (s->kind == STATEMENT_HAVOC) {
        for (uint32_t i = 0; i < s->targets; i++)
            if (bounds_has (s->target[i]))
                bounds_set (b, live_number (&b->live, s->target[i]),
                            range_full (s->target[i]->sort->width));
    } else {
        bounds_assume (b, s->term);
        trips_apply (b);
    }
    b->undo.size = 0;
}

void
bounds_run (struct bounds *b, uint32_t block, const struct bounds_entry *e)
{
    assert (block < b->flow.blocks);
    const struct block *at = &b->procedure->block.at[block];
    bounds_load (b, block, e);
    for (size_t i = 0; i < at->statement.size; i++)
        bounds_step (b, &at->statement.at[i]);
}

/* ---- entries of blocks */

static void
entry_first (struct bounds *b, struct bounds_entry *e, uint32_t block)
{
    assert (!e->bound.size && !b->dead);
    const struct live_set *live = &b->live.entry[block];
    for (size_t i = 0; i < live->size; i++) {
        struct range r = b->now[live->at[i]];
        if (r.width && !range_is_full (&r))
            VEC_PUSH (e->bound, ((struct bound) {live->at[i], r}));
    }
    e->reached = true;
}

static int64_t
step_down (const struct bounds *b, int64_t n, int64_t end)
{
    for (size_t i = b->signed_step.size; i--;)
        if (b->signed_step.at[i] <= n)
            return b->signed_step.at[i] < end ? end : b->signed_step.at[i];
    return end;
}

static int64_t
step_up (const struct bounds *b, int64_t n, int64_t end)
{
    for (size_t i = 0; i < b->signed_step.size; i++)
        if (b->signed_step.at[i] >= n)
            return b->signed_step.at[i] > end ? end : b->signed_step.at[i];
    return end;
}

static uint64_t
unsigned_down (const struct bounds *b, uint64_t n)
{
    for (size_t i = b->step.size; i--;)
        if (b->step.at[i] <= n)
            return b->step.at[i];
    return 0;
}

static uint64_t
unsigned_up (const struct bounds *b, uint64_t n, uint64_t end)
{
    for (size_t i = 0; i < b->step.size; i++)
        if (b->step.at[i] >= n)
            return b->step.at[i] > end ? end : b->step.at[i];
    return end;
}

/* `grown` has all of `old`. */
static struct range
widen (const struct bounds *b, struct range old, struct range grown,
       uint32_t times)
{
    assert (old.width == grown.width && grown.least <= old.least);
    struct range full = range_full (old.width);
    bool at_once = times > BOUNDS_STEPS;
    if (grown.signed_least < old.signed_least)
        grown.signed_least =
            at_once ? full.signed_least
                    : step_down (b, grown.signed_least, full.signed_least);
    if (grown.signed_most > old.signed_most)
        grown.signed_most =
            at_once ? full.signed_most
                    : step_up (b, grown.signed_most, full.signed_most);
    if (grown.least < old.least)
        grown.least = at_once ? 0 : unsigned_down (b, grown.least);
    if (grown.most > old.most)
        grown.most =
            at_once ? full.most : unsigned_up (b, grown.most, full.most);
    return grown;
}

/* The state at hand reaches the block as well; is that new? */
static bool
entry_join (struct bounds *b, struct bounds_entry *e, uint32_t block,
            bool is_head)
{
    if (!e->reached) {
        entry_first (b, e, block);
        return true;
    }
    bool wide_now = is_head && e->times >= BOUNDS_JOINS, changed = false;
    size_t kept = 0;
    for (size_t i = 0; i < e->bound.size; i++) {
        struct bound one = e->bound.at[i];
        struct range r = range_join (one.range, b->now[one.of]);
        if (!range_equal (&r, &one.range)) {
            changed = true;
            if (wide_now)
                r = widen (b, one.range, r, e->times);
        }
        if (!range_is_full (&r))
            e->bound.at[kept++] = (struct bound) {one.of, r};
    }
    e->bound.size = kept;
    e->times += changed;
    if (changed && is_head && e->times > BOUNDS_END)
        e->bound.size = 0;
    return changed;
}

static void
bounds_rise (struct bounds *b)
{
    const struct flow *f = &b->flow;
    bool *dirty = NEW_ARRAY (bool, f->blocks), again = true;
    dirty[0] = true;
    b->entry[0].reached = true;
    while (again) {
        again = false;
        for (uint32_t i = 0; i < f->reachable; i++) {
            uint32_t at = f->order[i];
            const struct vec_target *to = &b->procedure->block.at[at].target;
            if (!dirty[at])
                continue;
            dirty[at] = false;
            bounds_run (b, at, &b->entry[at]);
            for (size_t j = 0; j < to->size && !b->dead; j++) {
                uint32_t next = to->at[j];
                if (entry_join (b, &b->entry[next], next, f->head[next]))
                    dirty[next] = again = true;
            }
        }
    }
    memory_free (dirty);
}

/* Heads are entered as they were, other blocks as they are now: all that goes
 * to them came before. */
static void
bounds_sink (struct bounds *b)
{
    const struct flow *f = &b->flow;
    struct bounds_entry *next = NEW_ARRAY (struct bounds_entry, f->blocks);
    next[0].reached = true;
    for (uint32_t i = 0; i < f->reachable; i++) {
        uint32_t at = f->order[i];
        const struct vec_target *to = &b->procedure->block.at[at].target;
        bounds_run (b, at, f->head[at] ? &b->entry[at] : &next[at]);
        for (size_t j = 0; j < to->size && !b->dead; j++)
            entry_join (b, &next[to->at[j]], to->at[j], false);
    }
    for (uint32_t i = 0; i < f->blocks; i++)
        VEC_CLEAR (b->entry[i].bound);
    memory_free (b->entry);
    b->entry = next;
}

/* ---- where widening stops */

static int
signed_order (const void *a, const void *b)
{
    int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
    return x < y ? -1 : x > y;
}

static int
unsigned_order (const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return x < y ? -1 : x > y;
}

static void
steps_of (struct bounds *b, const term *t)
{
    struct range r = bounds_of (b, t);
    for (int i = -1; i <= 1; i++) {
        VEC_PUSH (b->signed_step,
                  (int64_t) ((uint64_t) r.signed_least + (uint64_t) i));
        VEC_PUSH (b->step, r.least + (uint64_t) i);
    }
}

static void
steps_find (struct bounds *b)
{
    struct term_map place = {0};
    struct term_vec order = {0};
    const struct procedure *q = b->procedure;
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; j < q->block.at[i].statement.size; j++) {
            const struct statement *s = &q->block.at[i].statement.at[j];
            if (s->term)
                term_postorder (&s->term, 1, &place, &order);
            term_postorder (s->value, s->values, &place, &order);
        }
    for (size_t i = 0; i < order.size; i++)
        if (order.at[i]->op == OP_BITS && bounds_has (order.at[i]))
            steps_of (b, order.at[i]);
    if (b->step.size) {
        qsort (b->signed_step.at, b->signed_step.size, sizeof (int64_t),
               signed_order);
        qsort (b->step.at, b->step.size, sizeof (uint64_t), unsigned_order);
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
}

/* ---- */

bounds *
bounds_find (const struct program *p, uint32_t procedure)
{
    assert (procedure < p->procedure.size);
    bounds *b = NEW (bounds);
    b->program = p;
    b->procedure = &p->procedure.at[procedure];
    flow_find (&b->flow, b->procedure);
    live_find (&b->live, p, b->procedure, &b->flow);
    b->entry = NEW_ARRAY (struct bounds_entry, b->flow.blocks);
    b->now = NEW_ARRAY (struct range, b->live.variable.size + 1);
    for (size_t i = 0; i < b->live.variable.size; i++)
        if (bounds_has (b->live.variable.at[i]))
            b->now[i] = range_full (b->live.variable.at[i]->sort->width);
    steps_find (b);
    bounds_rise (b);
    for (int i = 0; i < BOUNDS_DOWN; i++)
        bounds_sink (b);
    for (int i = 0; i < BOUNDS_TRIPS; i++) {
        struct trips *better = trips_find (b);
        trips_free (b->trips);
        b->trips = better;
        for (int j = 0; better && j < BOUNDS_DOWN; j++)
            bounds_sink (b);
    }
    return b;
}

void
bounds_free (bounds *b)
{
    if (!b)
        return;
    for (uint32_t i = 0; i < b->flow.blocks; i++)
        VEC_CLEAR (b->entry[i].bound);
    memory_free (b->entry);
    memory_free (b->now);
    trips_free (b->trips);
    flow_clear (&b->flow);
    live_clear (&b->live);
    VEC_CLEAR (b->signed_step);
    VEC_CLEAR (b->step);
    VEC_CLEAR (b->known);
    VEC_CLEAR (b->undo);
    memory_free (b);
}

bool
bounds_unreachable (bounds *b, uint32_t block)
{
    assert (block < b->flow.blocks);
    return !b->entry[block].reached;
}

/* Goes on from where it was if that is before the place. */
static void
bounds_go (bounds *b, uint32_t block, size_t statement)
{
    const struct block *at = &b->procedure->block.at[block];
    assert (statement <= at->statement.size);
    if (!b->placed || b->block != block || b->statement > statement) {
        bounds_load (b, block, &b->entry[block]);
        b->placed = true;
        b->block = block;
        b->statement = 0;
    }
    while (b->statement < statement)
        bounds_step (b, &at->statement.at[b->statement++]);
}

struct interval
bounds_signed (bounds *b, uint32_t block, size_t statement, const term *t)
{
    if (!bounds_has (t))
        return (struct interval) {0};
    bounds_go (b, block, statement);
    struct range r = b->dead ? range_full (t->sort->width) : bounds_of (b, t);
    return (struct interval) {true, r.signed_least, r.signed_most};
}

struct interval
bounds_unsigned (bounds *b, uint32_t block, size_t statement, const term *t)
{
    if (!bounds_has (t))
        return (struct interval) {0};
    bounds_go (b, block, statement);
    struct range r = b->dead ? range_full (t->sort->width) : bounds_of (b, t);
    if (r.most > INT64_MAX)
        return (struct interval) {0};
    return (struct interval) {true, (int64_t) r.least, (int64_t) r.most};
}
