/* directed.c -- guided by estimates, in rounds; and best first, which is one
 * state in each round.
 *
 * A round takes the least open states and expands them on all threads: one
 * after a round that found a state nearer than the last of its own, else twice
 * as many as in that one, at most `beam`.  And a state is left at its first
 * edge to a nearer one: it is open again, behind those as near as it that were
 * not looked at yet, and the next time the rest of its edges follow.  So an
 * estimate that leads straight to an error is followed without looking around,
 * and a plateau is crossed on a broad front.
 *
 * Which states are new in a round, their estimates and the order of the open
 * ones do not depend on threads.  Several may reach a new state in the same
 * round; its predecessor is the first one in the order of the round, so every
 * thread notes the edges that lead to states without a way, and the notes are
 * read in that order when the round is over. */
#include <assert.h>
#include <stdlib.h>

#include "explore/threads/thread_group.h"
#include "explore/guided/guided.h"

/* An edge of this round to a state that had no way before. */
struct directed_link {
    state_ref state;
    uint32_t source; /* in the round */
    uint32_t choice;
};

struct scout {
    _Alignas (2 * CACHE_LINE) struct expander x;
    struct judge judge;
    cursor *cursor;
    struct VEC (struct open_state) fresh;
    struct VEC (struct open_state) left;    /* at an edge to a nearer one */
    struct VEC (struct directed_link) link; /* by rising source, then choice */
    size_t read;                            /* of the links */
};

struct directed {
    exploration *e;
    unsigned threads;
    uint64_t beam, width; /* of any round, of the next one */
    fork_join *fork_join;
    struct scout *scout;
    struct open_list open;
    struct VEC (struct open_state) round;
    unsigned *owner;    /* which scout expanded it, of each of the round */
    atomic_size_t next; /* of the round */
    atomic_int broken;  /* enum explore_end: STOPPED or FULL, else COMPLETE */
    struct finding failed;
    struct ticker ticker;
};

/* ---- on all threads */

static uint64_t
key_of (uint64_t estimate, bool again)
{
    return estimate << 1 | again;
}

static void
scout_found (struct directed *d, struct scout *s, uint32_t source,
             struct bytes target, uint64_t estimate)
{
    state_ref ref;
    enum put put = cursor_put (s->cursor, target, &ref);
    if (put == PUT_FULL) {
        atomic_store (&d->broken, EXPLORE_FULL);
        return;
    }
    if (put == PUT_OLD && predecessors_find (&d->e->predecessors, ref))
        return;
    struct directed_link link = {ref, source, s->x.choice};
    VEC_PUSH (s->link, link);
    if (put == PUT_OLD)
        return;
    struct digest digest = digest_of (target);
    digest_add (&s->x.digest, digest);
    struct open_state fresh = {key_of (estimate, false),
                               judge_hash (&s->judge, digest), ref};
    VEC_PUSH (s->fresh, fresh);
}

/* The next edge's target; false: there is none, or the search is broken off. */
static bool
scout_next (struct directed *d, struct scout *s, struct bytes *target,
            uint64_t *estimate)
{
    if (atomic_load_explicit (&d->broken, memory_order_relaxed)
            != EXPLORE_COMPLETE
        || !expander_next (&s->x, target))
        return false;
    *estimate = judge_estimate (&s->judge, *target);
    return true;
}

static void
scout_expand (struct directed *d, struct scout *s, size_t at)
{
    struct open_state source = d->round.at[at];
    uint64_t own = source.key >> 1, estimate;
    bool again = source.key & 1;
    struct bytes state = {0}, target;
    struct expander_sums before = expander_sums (&s->x);
    if (source.state != WAY_ROOT)
        state = cursor_read (s->cursor, source.state);
    /* Findings are compared by layer first: here that is the estimate. */
    expander_open (&s->x, own, state);
    if (again) {
        while (scout_next (d, s, &target, &estimate) && estimate >= own)
            ;
        expander_undo (&s->x, before);
    }
    while (scout_next (d, s, &target, &estimate)) {
        scout_found (d, s, (uint32_t) at, target, estimate);
        if (estimate < own && !again) {
            source.key = key_of (own, true);
            VEC_PUSH (s->left, source);
            return;
        }
    }
}

static void
directed_tick (struct directed *d)
{
    if (ticker_due (&d->ticker))
        ticker_say (&d->ticker, store_states (d->e->store),
                    store_bytes (d->e->store));
}

static void
directed_job (void *context, unsigned thread)
{
    struct directed *d = context;
    struct scout *s = &d->scout[thread];
    for (;;) {
        if (explore_stopped (&d->e->options))
            atomic_store (&d->broken, EXPLORE_STOPPED);
        if (atomic_load (&d->broken) != EXPLORE_COMPLETE)
            return;
        size_t at = atomic_fetch_add (&d->next, 1);
        if (at >= d->round.size)
            return;
        d->owner[at] = thread;
        scout_expand (d, s, at);
        if (!thread)
            directed_tick (d);
    }
}

/* ---- between rounds */

static void
directed_link (struct directed *d)
{
    struct predecessors *predecessors = &d->e->predecessors;
    for (size_t i = 0; i < d->round.size; i++) {
        struct scout *s = &d->scout[d->owner[i]];
        state_ref from = d->round.at[i].state;
        uint32_t depth = predecessors_depth (predecessors, from);
        for (; s->read < s->link.size && s->link.at[s->read].source == i;
             s->read++) {
            bool fresh;
            const struct directed_link *l = &s->link.at[s->read];
            struct way *w = predecessors_add (predecessors, l->state, &fresh);
            if (fresh)
                *w = (struct way) {l->state, from, l->choice, depth + 1, 0};
        }
    }
}

static void
directed_gather (struct directed *d)
{
    struct explore_result *r = &d->e->result;
    bool nearer = false;
    for (unsigned t = 0; t < d->threads; t++) {
        struct scout *s = &d->scout[t];
        assert (s->read == s->link.size || d->broken != EXPLORE_COMPLETE);
        for (size_t i = 0; i < s->fresh.size; i++) {
            nearer |= s->fresh.at[i].key >> 1 < VEC_LAST (d->round).key >> 1;
            open_push (&d->open, s->fresh.at[i]);
        }
        for (size_t i = 0; i < s->left.size; i++)
            open_push (&d->open, s->left.at[i]);
        s->fresh.size = s->left.size = s->link.size = s->read = 0;
        finding_keep (&d->failed, &s->x.failed);
        if (s->x.failed.found
            && bytes_equal (buffer_view (&d->failed.source),
                            buffer_view (&s->x.failed.source)))
            r->problem = s->x.problem;
        s->x.failed.found = false;
        result_add (r, &s->x);
        expander_reset (&s->x);
    }
    d->width = nearer ? 1 : 2 * d->width;
    if (d->width > d->beam)
        d->width = d->beam;
    guided_measure (d->e, open_bytes (&d->open));
}

/* Whether the search is at its end after a round; then the result says so. */
static bool
directed_ended (struct directed *d)
{
    exploration *e = d->e;
    struct explore_result *r = &e->result;
    enum explore_end broken = (enum explore_end) atomic_load (&d->broken);
    if (broken == EXPLORE_COMPLETE && guided_full (e))
        broken = EXPLORE_FULL;
    r->layers += broken == EXPLORE_COMPLETE;
    bool over = broken != EXPLORE_COMPLETE || r->fault.found || d->failed.found
                || !d->open.heap.size;
    if (!over && e->options.passed
        && !e->options.passed (e->options.context, r)) {
        over = true;
        broken = EXPLORE_STOPPED;
    }
    if (over)
        guided_end (e, broken);
    return over;
}

static void
directed_turn (struct directed *d)
{
    struct open_state least;
    d->round.size = 0;
    while (d->round.size < d->width && open_pop (&d->open, &least))
        VEC_PUSH (d->round, least);
    d->owner = memory_resize (d->owner, d->round.size * sizeof *d->owner);
    atomic_store (&d->next, 0);
}

static void
directed_rounds (struct directed *d)
{
    const struct open_state root = {.state = WAY_ROOT};
    VEC_PUSH (d->round, root);
    d->owner = NEW_ARRAY (unsigned, 1);
    for (;;) {
        fork_join_run (d->fork_join, directed_job, d);
        if (atomic_load (&d->broken) == EXPLORE_COMPLETE)
            directed_link (d);
        directed_gather (d);
        if (directed_ended (d))
            return;
        directed_turn (d);
    }
}

/* ---- begin and end */

static void
directed_clear (struct directed *d)
{
    for (unsigned t = 0; t < d->threads; t++) {
        struct scout *s = &d->scout[t];
        expander_clear (&s->x);
        judge_clear (&s->judge);
        VEC_CLEAR (s->fresh);
        VEC_CLEAR (s->left);
        VEC_CLEAR (s->link);
    }
    free (d->scout);
    fork_join_free (d->fork_join);
    open_clear (&d->open);
    VEC_CLEAR (d->round);
    memory_free (d->owner);
    finding_clear (&d->failed);
}

static bool
directed_init (struct directed *d, exploration *e, unsigned threads,
               uint64_t beam)
{
    *d = (struct directed) {
        .e = e, .threads = threads, .beam = beam, .width = 1};
    if (!guided_begin (e, threads))
        return false;
    d->fork_join = fork_join_new (threads);
    if (!d->fork_join) {
        problem_of_kind (&e->result.problem, PROBLEM_RESOURCE,
                         (struct place) {0}, "cannot start %u threads",
                         threads);
        guided_end (e, EXPLORE_FULL);
        return false;
    }
    d->scout = aligned_alloc (_Alignof (struct scout),
                              sizeof (struct scout) * threads);
    if (!d->scout)
        memory_exhausted ();
    for (unsigned t = 0; t < threads; t++) {
        d->scout[t] = (struct scout) {.cursor = store_cursor (e->store, t)};
        expander_init (&d->scout[t].x, e->generator);
        judge_init (&d->scout[t].judge, e);
    }
    open_init (&d->open, store_cursor (e->store, 0));
    ticker_init (&d->ticker, &e->options);
    return true;
}

static void
directed_search (exploration *e, unsigned threads, uint64_t beam)
{
    struct directed d;
    assert (threads > 0 && beam > 0);
    if (!directed_init (&d, e, threads, beam))
        return;
    directed_rounds (&d);
    directed_clear (&d);
}

static void
directed_run (exploration *e)
{
    enum { BEAM = 1000, MOST = 1 << 30 };
    uint64_t beam = e->options.beam ? e->options.beam : BEAM;
    directed_search (e, e->options.threads, beam < MOST ? beam : MOST);
}

static void
best_run (exploration *e)
{
    directed_search (e, 1, 1);
}

const struct search_class search_directed = {
    .name = "directed", .guided = true, .rounds = true, .run = directed_run};
const struct search_class search_best = {
    .name = "best", .guided = true, .rounds = true, .run = best_run};
