/* guided.c -- see guided.h. */
#include "explore/guided/guided.h"

#include <assert.h>

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
