/* guided.c -- see guided.h. */
#include "explore/guided/guided.h"

#include <assert.h>

enum { LOOK_AT_CLOCK = 1024 }; /* expansions between two looks */

/* ---- estimates */

void
judge_init (struct judge *j, const exploration *e)
{
    const generator *g = e->generator;
    unsigned bits = e->options.store.hash_bits;
    *j = (struct judge) {.kind = e->options.estimate, .mask = UINT64_MAX};
    if (bits && bits < 64)
        j->mask = (UINT64_C (1) << bits) - 1;
    if (e->search->guided && j->kind && g->class->estimate)
        j->generator = g->class->clone (g);
}

void
judge_clear (struct judge *j)
{
    if (j->generator)
        j->generator->class->free (j->generator);
    j->generator = NULL;
}

uint64_t
judge_estimate (struct judge *j, struct bytes state)
{
    if (!j->generator)
        return 0;
    int64_t estimate =
        j->generator->class->estimate (j->generator, state, j->kind);
    assert (estimate >= 0 && estimate < INT64_MAX / 2);
    return (uint64_t) estimate;
}

uint64_t
judge_hash (const struct judge *j, struct digest d)
{
    return d.low & j->mask;
}

/* ---- begin and end */

bool
guided_begin (exploration *e, unsigned cursors)
{
    assert (!e->store && !e->predecessors.slot);
    e->store = explore_store (e->generator, &e->options, cursors, 1,
                              &e->result.problem);
    predecessors_init (&e->predecessors);
    if (!e->store)
        e->result.end = EXPLORE_FULL;
    return e->store != NULL;
}

void
guided_measure (exploration *e, uint64_t more)
{
    e->result.states = store_states (e->store);
    e->result.bytes =
        store_bytes (e->store) + predecessors_bytes (&e->predecessors) + more;
}

bool
guided_full (exploration *e)
{
    uint64_t most = e->options.store.memory_bytes;
    if (!most || e->result.bytes <= most)
        return false;
    problem_of_kind (
        &e->result.problem, PROBLEM_RESOURCE, (struct place) {0},
        "no memory for more states: the ways to them take %llu MB",
        (unsigned long long) (predecessors_bytes (&e->predecessors) >> 20));
    return true;
}

/* WAY_ROOT: it is of the root. */
static state_ref
guided_source (exploration *e, const struct finding *f)
{
    state_ref ref = WAY_ROOT;
    bool stored = !f->source.size
                  || cursor_find (store_cursor (e->store, 0),
                                  buffer_view (&f->source), &ref);
    assert (stored);
    (void) stored;
    return ref;
}

void
guided_end (exploration *e, enum explore_end broken)
{
    struct explore_result *r = &e->result;
    if (broken == EXPLORE_FULL && r->problem.kind == PROBLEM_NONE)
        r->problem = *store_problem (e->store);
    result_end (r, broken);
    if (r->fault.found)
        r->fault.layer =
            predecessors_depth (&e->predecessors, guided_source (e, &r->fault));
    if (r->cut.found)
        r->cut.layer =
            predecessors_depth (&e->predecessors, guided_source (e, &r->cut));
}

bool
guided_path (exploration *e, const struct finding *f, struct path *path,
             struct problem *problem)
{
    (void) problem;
    assert (e->ran && e->store && f->found);
    state_ref at = guided_source (e, f);
    path->choice.size = 0;
    VEC_PUSH (path->choice, f->choice);
    while (at != WAY_ROOT) {
        const struct way *w = predecessors_find (&e->predecessors, at);
        assert (w && path->choice.size <= e->predecessors.count);
        VEC_PUSH (path->choice, w->choice);
        at = w->from;
    }
    path_reverse (path);
    return true;
}

/* ---- searches that open a state again */

bool
reopening_begin (struct reopening *o, exploration *e, unsigned cursors)
{
    o->e = e;
    o->broken = EXPLORE_COMPLETE;
    if (!guided_begin (e, cursors))
        return false;
    o->cursor = store_cursor (e->store, 0);
    expander_init (&o->x, e->generator);
    judge_init (&o->judge, e);
    ticker_init (&o->ticker, &e->options);
    return true;
}

void
reopening_end (struct reopening *o, uint64_t more)
{
    result_add (&o->e->result, &o->x);
    guided_measure (o->e, more);
    guided_end (o->e, o->broken);
    judge_clear (&o->judge);
    expander_clear (&o->x);
}

static void
reopening_found (struct reopening *o, state_ref from, uint32_t depth,
                 struct bytes target)
{
    state_ref ref;
    bool fresh;
    enum put put = cursor_put (o->cursor, target, &ref);
    if (put == PUT_FULL) {
        o->broken = EXPLORE_FULL;
        return;
    }
    struct way *w = predecessors_add (&o->e->predecessors, ref, &fresh);
    assert (fresh == (put == PUT_NEW));
    if (!fresh && w->depth <= depth)
        return;
    struct digest digest = digest_of (target);
    if (fresh)
        digest_add (&o->x.digest, digest);
    w->from = from;
    w->choice = o->x.choice;
    w->depth = depth;
    o->open (o, ref, depth, target, digest);
}

void
reopening_expand (struct reopening *o, state_ref from, uint32_t depth)
{
    struct bytes state = {0}, target;
    struct expander_sums before = expander_sums (&o->x);
    bool again = false;
    if (from != WAY_ROOT) {
        struct way *w = predecessors_find (&o->e->predecessors, from);
        again = w->expanded;
        w->expanded = true;
        state = cursor_read (o->cursor, from);
    }
    expander_open (&o->x, depth, state);
    while (o->broken == EXPLORE_COMPLETE && expander_next (&o->x, &target))
        reopening_found (o, from, depth + 1, target);
    if (again)
        expander_undo (&o->x, before);
    o->expansions++;
}

bool
reopening_goes_on (struct reopening *o, uint64_t more)
{
    if (explore_stopped (&o->e->options))
        o->broken = EXPLORE_STOPPED;
    if (o->expansions % LOOK_AT_CLOCK == 0) {
        guided_measure (o->e, more);
        if (guided_full (o->e))
            o->broken = EXPLORE_FULL;
        if (ticker_due (&o->ticker))
            ticker_say (&o->ticker, o->e->result.states, o->e->result.bytes);
    }
    return o->broken == EXPLORE_COMPLETE && !o->x.fault.found
           && !o->x.failed.found;
}
