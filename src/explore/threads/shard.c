/* shard.c -- see shard.h.
 *
 * A job walks over all states of a layer: every thread takes the next stretch
 * from a common counter, so none waits while another has more than a stretch
 * left.  What a job gives is a sum or a least one, hence the same for every
 * schedule. */
#include "explore/threads/shard.h"

#include <assert.h>
#include <stdlib.h>

#include "explore/explore_internal.h"
#include "explore/threads/fork_join.h"

enum {
    CACHE_LINE = 64,
    ALONE = 4, /* stretches that are not worth waking the others */
};

struct worker {
    _Alignas (2 * CACHE_LINE) struct expander x;
    cursor *cursor;
    struct finding back; /* shard_predecessor */
};

struct layer {
    struct vec_stretch stretch;
};

/* What to do with one state; false: give up (shard_break was called). */
typedef bool visit_state (shard *, struct worker *, unsigned thread,
                          struct bytes);

struct shard {
    struct explore_options options;
    struct shard_others others;
    bool alone; /* there are no others, or they own nothing */
    store *store;
    fork_join *fork_join;
    struct worker *worker;
    cursor *guest;                    /* of shard_put */
    struct VEC (struct layer) layers; /* the n-th is number n + 1 */
    uint64_t turned;                  /* states in all layers */
    uint64_t released;                /* of these */
    uint64_t leased; /* layers from which some were released: behind them all
                        is mine */
    struct ticker ticker;

    /* The job at hand. */
    visit_state *visit;
    const struct layer *layer;
    uint64_t number; /* of the layer */
    size_t until;    /* the stretch to stop before */
    size_t begun;    /* stretches that shard_expand_some is done with */
    size_t lent;     /* stretches at the end that another shard expands */
    const struct bytes *helped; /* shard_help: states of another shard */
    size_t helping;
    struct bytes target;
    _Alignas (CACHE_LINE) atomic_size_t taken; /* stretches */
    _Alignas (CACHE_LINE) atomic_int broken;   /* enum explore_end */
};

void
shard_report_clear (struct shard_report *r)
{
    finding_clear (&r->fault);
    finding_clear (&r->cut);
    finding_clear (&r->failed);
    *r = (struct shard_report) {0};
}

shard *
shard_new (const generator *g, const struct explore_options *o,
           const struct shard_others *others, struct problem *problem)
{
    assert (o->threads > 0);
    store *states = explore_store (g, o, o->threads + 1, 1, problem);
    if (!states)
        return NULL;
    fork_join *hands = fork_join_new (o->threads);
    if (!hands) {
        store_free (states);
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "cannot start %u threads", o->threads);
        return NULL;
    }
    shard *s = aligned_alloc (_Alignof (shard), sizeof *s);
    struct worker *w =
        aligned_alloc (_Alignof (struct worker), sizeof *w * o->threads);
    if (!s || !w)
        memory_exhausted ();
    /* cppcheck-suppress nullPointerRedundantCheck ; that does not return */
    *s = (shard) {.options = *o,
                  .alone = !others,
                  .store = states,
                  .fork_join = hands,
                  .worker = w,
                  .guest = store_cursor (states, o->threads)};
    ticker_init (&s->ticker, &s->options);
    if (others)
        s->others = *others;
    for (unsigned i = 0; i < o->threads; i++) {
        s->worker[i] = (struct worker) {.cursor = store_cursor (states, i)};
        expander_init (&s->worker[i].x, g);
    }
    return s;
}

void
shard_free (shard *s)
{
    if (!s)
        return;
    for (unsigned i = 0; i < s->options.threads; i++) {
        expander_clear (&s->worker[i].x);
        finding_clear (&s->worker[i].back);
    }
    for (size_t i = 0; i < s->layers.size; i++)
        VEC_CLEAR (s->layers.at[i].stretch);
    VEC_CLEAR (s->layers);
    fork_join_free (s->fork_join);
    store_free (s->store);
    free (s->worker);
    free (s);
}

/* ---- jobs */

/* The first reason stays. */
static void
shard_break (shard *s, enum explore_end why)
{
    assert (why == EXPLORE_STOPPED || why == EXPLORE_FULL);
    int none = EXPLORE_COMPLETE;
    atomic_compare_exchange_strong (&s->broken, &none, (int) why);
}

static inline bool
shard_goes_on (shard *s)
{
    if (explore_stopped (&s->options))
        shard_break (s, EXPLORE_STOPPED);
    return atomic_load_explicit (&s->broken, memory_order_relaxed)
           == EXPLORE_COMPLETE;
}

static void
shard_tick (shard *s)
{
    if (ticker_due (&s->ticker))
        ticker_say (&s->ticker, store_states (s->store),
                    store_bytes (s->store));
}

static bool
shard_walk (shard *s, struct worker *w, unsigned thread, struct stretch stretch)
{
    assert (stretch.first < stretch.end);
    for (state_ref at = stretch.first; at < stretch.end;) {
        struct bytes state = cursor_read (w->cursor, at);
        at = cursor_behind (w->cursor);
        if (!shard_goes_on (s))
            return false;
        if (s->released && s->number <= s->leased
            && !s->others.mine (s->others.context, state))
            continue;
        if (!s->visit (s, w, thread, state))
            return false;
    }
    return true;
}

static void
shard_job (void *context, unsigned thread)
{
    shard *s = context;
    struct worker *w = &s->worker[thread];
    const struct vec_stretch *all = &s->layer->stretch;
    for (;;) {
        size_t i =
            atomic_fetch_add_explicit (&s->taken, 1, memory_order_relaxed);
        if (i >= s->until || !shard_walk (s, w, thread, all->at[i]))
            break;
        if (!thread)
            shard_tick (s);
    }
    if (!cursor_flush (w->cursor))
        shard_break (s, EXPLORE_FULL);
}

/* Visits every state of the layer; the layer 0 is the root alone. */
static enum explore_end
shard_run (shard *s, uint64_t number, visit_state *visit)
{
    assert (number <= s->layers.size);
    s->visit = visit;
    s->number = number;
    atomic_store (&s->taken, 0);
    atomic_store (&s->broken, EXPLORE_COMPLETE);
    if (!number) {
        if (shard_goes_on (s))
            visit (s, &s->worker[0], 0, (struct bytes) {0});
        if (!cursor_flush (s->worker[0].cursor))
            shard_break (s, EXPLORE_FULL);
    } else {
        s->layer = &s->layers.at[number - 1];
        s->until = s->layer->stretch.size;
        if (s->layer->stretch.size <= ALONE)
            shard_job (s, 0);
        else
            fork_join_run (s->fork_join, shard_job, s);
    }
    return (enum explore_end) atomic_load (&s->broken);
}

/* ---- expanding */

static bool
expand_alone (shard *s, struct worker *w, unsigned thread, struct bytes state)
{
    (void) thread;
    struct bytes target;
    expander_enter (&w->x, s->number, state);
    while (expander_next (&w->x, &target))
        if (!cursor_add (w->cursor, target)) {
            shard_break (s, EXPLORE_FULL);
            return false;
        }
    return true;
}

static bool
expand_shared (shard *s, struct worker *w, unsigned thread, struct bytes state)
{
    struct bytes target;
    expander_enter (&w->x, s->number, state);
    while (expander_next (&w->x, &target)) {
        enum shard_place place =
            s->others.place (s->others.context, thread, target);
        if (place == PLACE_SENT)
            continue;
        if (place == PLACE_FAILED || !cursor_add (w->cursor, target)) {
            shard_break (s, place == PLACE_FAILED ? EXPLORE_STOPPED
                                                  : EXPLORE_FULL);
            return false;
        }
    }
    return true;
}

static bool
digest_state (shard *s, struct worker *w, unsigned thread, struct bytes state)
{
    (void) s;
    (void) thread;
    digest_add (&w->x.digest, digest_of (state));
    return true;
}

void
result_add_report (struct explore_result *sum, const struct shard_report *r)
{
    sum->edges += r->edges;
    sum->steps += r->steps;
    sum->faults += r->faults;
    sum->cuts += r->cuts;
    digest_add (&sum->digest, r->digest);
    finding_keep (&sum->fault, &r->fault);
    finding_keep (&sum->cut, &r->cut);
    if (sum->problem.kind == PROBLEM_NONE)
        sum->problem = r->problem;
}

static void
report_add (struct shard_report *r, const struct expander *x)
{
    r->expanded += x->expanded;
    r->edges += x->edges;
    r->steps += x->steps;
    r->faults += x->faults;
    r->cuts += x->cuts;
    digest_add (&r->digest, x->digest);
    finding_keep (&r->fault, &x->fault);
    finding_keep (&r->cut, &x->cut);
    if (!x->failed.found)
        return;
    finding_keep (&r->failed, &x->failed);
    if (bytes_equal (buffer_view (&r->failed.source),
                     buffer_view (&x->failed.source)))
        r->problem = x->problem;
}

/* What the threads saw, and how a job ended. */
static void
shard_report_add (shard *s, struct shard_report *r, enum explore_end end)
{
    r->end = end;
    for (unsigned i = 0; i < s->options.threads; i++) {
        report_add (r, &s->worker[i].x);
        expander_reset (&s->worker[i].x);
    }
    if (r->end == EXPLORE_COMPLETE && r->failed.found)
        r->end = EXPLORE_FAILED;
    if (r->end == EXPLORE_FULL)
        r->problem = *store_problem (s->store);
}

static void
shard_report_run (shard *s, struct shard_report *r, uint64_t number,
                  visit_state *visit)
{
    shard_report_clear (r);
    shard_report_add (s, r, shard_run (s, number, visit));
}

void
shard_own_all (shard *s, bool all)
{
    assert (s->others.mine && !s->released);
    s->alone = all;
}

void
shard_start (shard *s, struct shard_report *r)
{
    assert (!s->layers.size);
    shard_report_run (s, r, 0, s->alone ? expand_alone : expand_shared);
}

void
shard_expand (shard *s, struct shard_report *r)
{
    assert (s->layers.size);
    shard_report_run (s, r, s->layers.size,
                      s->alone ? expand_alone : expand_shared);
}

void
shard_digest (shard *s, struct shard_report *r)
{
    assert (s->layers.size);
    shard_report_run (s, r, s->layers.size, digest_state);
}

enum put
shard_put (shard *s, struct bytes state)
{
    state_ref ref;
    return cursor_put (s->guest, state, &ref);
}

bool
shard_add (shard *s, struct bytes state)
{
    return cursor_add (s->guest, state);
}

bool
shard_flush (shard *s)
{
    return cursor_flush (s->guest);
}

uint64_t
shard_turn (shard *s)
{
    struct layer layer = {0};
    uint64_t states = cursor_states (s->guest);
    bool good = cursor_take (s->guest, &layer.stretch);
    for (unsigned i = 0; i < s->options.threads; i++) {
        states += cursor_states (s->worker[i].cursor);
        good &= cursor_take (s->worker[i].cursor, &layer.stretch);
    }
    assert (good); /* all was flushed by the job */
    (void) good;
    VEC_PUSH (s->layers, layer);
    s->begun = s->lent = 0;
    uint64_t fresh = states - s->turned;
    s->turned = states;
    return fresh;
}

/* ---- states that change their owner */

bool
shard_adopt (shard *s, struct bytes state)
{
    state_ref ref;
    enum put put = cursor_put (s->guest, state, &ref);
    s->turned += put == PUT_NEW;
    /* It was released earlier, and is where it was. */
    if (put == PUT_OLD && s->released)
        s->released--;
    return put != PUT_FULL;
}

void
shard_adopted (shard *s, uint64_t layer)
{
    assert (layer > 0 && layer <= s->layers.size);
    bool good = cursor_take (s->guest, &s->layers.at[layer - 1].stretch);
    assert (good); /* nothing waits for a flush */
    (void) good;
}

void
shard_release (shard *s, uint64_t states)
{
    assert (!s->alone && s->released + states <= s->turned);
    s->released += states;
    s->leased = s->layers.size;
}

/* ---- looking back */

uint64_t
shard_layers (const shard *s)
{
    return s->layers.size;
}

static bool
look_back (shard *s, struct worker *w, unsigned thread, struct bytes state)
{
    (void) thread;
    struct edge e;
    generator *g = w->x.generator;
    if (w->back.found
        && bytes_compare (buffer_view (&w->back.source), state) < 0)
        return true;
    w->x.state = state;
    w->x.layer = s->number;
    generator_enter (g, state);
    for (;;) {
        enum next next = generator_next (g, &e);
        if (next == NEXT_FAILED)
            expander_failed (&w->x);
        if (next != NEXT_EDGE)
            return true;
        bool fault = e.marks & EDGE_FAULT;
        if (s->target.size ? !fault && bytes_equal (e.target, s->target)
                           : fault) {
            finding_note (&w->back, s->number, state, &e);
            return true;
        }
    }
}

bool
shard_predecessor (shard *s, uint64_t layer, struct bytes target,
                   struct finding *f, struct problem *problem)
{
    finding_clear (f);
    s->target = target;
    enum explore_end end = shard_run (s, layer, look_back);
    bool failed = false;
    for (unsigned i = 0; i < s->options.threads; i++) {
        struct worker *w = &s->worker[i];
        finding_keep (f, &w->back);
        finding_clear (&w->back);
        if (w->x.failed.found && !failed)
            *problem = w->x.problem;
        failed |= w->x.failed.found;
        expander_reset (&w->x);
    }
    if (end != EXPLORE_COMPLETE)
        return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                                "stopped while looking for the way back");
    return !failed;
}

static int
stretch_order (const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

bool
shard_visit (shard *s, uint64_t layer,
             bool (*visit) (void *context, struct bytes state), void *context)
{
    assert (layer > 0 && layer <= s->layers.size);
    struct vec_stretch *all = &s->layers.at[layer - 1].stretch;
    if (all->size)
        qsort (all->at, all->size, sizeof *all->at, stretch_order);
    cursor *c = s->worker[0].cursor;
    for (size_t i = 0; i < all->size; i++)
        for (state_ref at = all->at[i].first; at < all->at[i].end;) {
            struct bytes state = cursor_read (c, at);
            at = cursor_behind (c);
            if (!visit (context, state))
                return false;
        }
    return true;
}

uint64_t
shard_states (const shard *s)
{
    return store_states (s->store) - s->released;
}

uint64_t
shard_bytes (const shard *s)
{
    return store_bytes (s->store);
}

void
shard_describe (const shard *s, struct text *to)
{
    store_describe (s->store, to);
}

/* ---- by parts */

bool
shard_expand_some (shard *s, uint64_t stretches, struct shard_report *r)
{
    assert (s->layers.size && stretches);
    s->layer = &VEC_LAST (s->layers);
    s->number = s->layers.size;
    s->visit = s->alone ? expand_alone : expand_shared;
    size_t all = s->layer->stretch.size - s->lent, left = all - s->begun;
    s->until = s->begun + (left < stretches ? left : (size_t) stretches);
    atomic_store (&s->taken, s->begun);
    atomic_store (&s->broken, EXPLORE_COMPLETE);
    if (s->until - s->begun <= ALONE)
        shard_job (s, 0);
    else
        fork_join_run (s->fork_join, shard_job, s);
    s->begun = s->until;
    shard_report_add (s, r, (enum explore_end) atomic_load (&s->broken));
    return s->begun == all || r->end == EXPLORE_FULL
           || r->end == EXPLORE_STOPPED;
}

void
shard_lend (shard *s, uint64_t states, bool really,
            bool (*visit) (void *context, struct bytes state), void *context)
{
    assert (s->layers.size && !s->begun);
    assert (!s->released || s->layers.size > s->leased);
    const struct vec_stretch *all = &VEC_LAST (s->layers).stretch;
    cursor *c = s->worker[0].cursor;
    uint64_t visited = 0;
    while (visited < states && s->lent < all->size) {
        struct stretch in = all->at[all->size - ++s->lent];
        for (state_ref ref = in.first; ref < in.end; visited++) {
            struct bytes state = cursor_read (c, ref);
            ref = cursor_behind (c);
            visit (context, state);
        }
    }
    if (!really)
        s->lent = 0;
}

static void
help_job (void *context, unsigned thread)
{
    shard *s = context;
    struct worker *w = &s->worker[thread];
    for (bool good = true; good;) {
        size_t i =
            atomic_fetch_add_explicit (&s->taken, 1, memory_order_relaxed);
        if (i >= s->helping)
            break;
        good = shard_goes_on (s) && expand_shared (s, w, thread, s->helped[i]);
    }
    if (!cursor_flush (w->cursor))
        shard_break (s, EXPLORE_FULL);
}

void
shard_help (shard *s, const struct bytes *states, size_t count,
            struct shard_report *r)
{
    assert (s->layers.size && states && !s->alone);
    s->number = s->layers.size;
    s->helped = states;
    s->helping = count;
    atomic_store (&s->taken, 0);
    atomic_store (&s->broken, EXPLORE_COMPLETE);
    if (count <= ALONE)
        help_job (s, 0);
    else
        fork_join_run (s->fork_join, help_job, s);
    shard_report_add (s, r, (enum explore_end) atomic_load (&s->broken));
}

bool
shard_visit_some (shard *s, uint64_t layer, size_t *at,
                  bool (*visit) (void *context, struct bytes state),
                  void *context)
{
    assert (layer > 0 && layer <= s->layers.size);
    const struct vec_stretch *all = &s->layers.at[layer - 1].stretch;
    cursor *c = s->worker[0].cursor;
    for (bool more = true; more && *at < all->size; ++*at)
        for (state_ref ref = all->at[*at].first; ref < all->at[*at].end;) {
            struct bytes state = cursor_read (c, ref);
            ref = cursor_behind (c);
            more &= visit (context, state);
        }
    return *at < all->size;
}

bool
shard_sample (shard *s, uint64_t random, struct buffer *state)
{
    if (!s->layers.size)
        return false;
    const struct vec_stretch *all =
        &s->layers.at[random % s->layers.size].stretch;
    random /= s->layers.size;
    if (!all->size)
        return false;
    struct stretch in = all->at[random % all->size];
    uint64_t skip = random / all->size % STRETCH_STATES;
    cursor *c = s->worker[0].cursor;
    buffer_reset (state);
    for (state_ref ref = in.first; ref < in.end; skip--) {
        struct bytes found = cursor_read (c, ref);
        ref = cursor_behind (c);
        if (skip && ref < in.end)
            continue;
        buffer_put (state, found.data, found.size);
        return true;
    }
    return false;
}

const struct problem *
shard_problem (const shard *s)
{
    return store_problem (s->store);
}
