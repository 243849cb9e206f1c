/* crowd.c -- see crowd.h. */
#include "explore/threads/crowd.h"

#include <assert.h>
#include <stdlib.h>

enum { LOOK_AT_CLOCK = 256 }; /* states between two looks */

void
crowd_init (struct crowd *c, exploration *e, unsigned threads,
            store *const *stores_of, unsigned stores)
{
    assert (threads > 0 && e->generator);
    *c = (struct crowd) {
        .e = e, .threads = threads, .store = stores_of, .stores = stores};
    c->peer =
        aligned_alloc (_Alignof (struct crowd_peer), sizeof *c->peer * threads);
    if (!c->peer)
        memory_exhausted ();
    for (unsigned i = 0; i < threads; i++)
        expander_init (&c->peer[i].x, e->generator);
    ticker_init (&c->ticker, &e->options);
}

static void
crowd_sum (const struct crowd *c, uint64_t *states, uint64_t *bytes)
{
    *states = *bytes = 0;
    for (unsigned i = 0; i < c->stores; i++) {
        *states += store_states (c->store[i]);
        *bytes += store_bytes (c->store[i]);
    }
}

void
crowd_full (struct crowd *c, unsigned number)
{
    assert (number < c->stores);
    atomic_store (&c->full, number);
    atomic_store (&c->broken, EXPLORE_FULL);
    atomic_store (&c->halted, true);
}

void
crowd_tick (struct crowd *c)
{
    if (c->peer[0].x.expanded % LOOK_AT_CLOCK || !ticker_due (&c->ticker))
        return;
    uint64_t states, bytes;
    crowd_sum (c, &states, &bytes);
    ticker_say (&c->ticker, states, bytes);
}

static void
crowd_result (struct crowd *c)
{
    struct explore_result *r = &c->e->result;
    enum explore_end broken = (enum explore_end) atomic_load (&c->broken);
    for (unsigned i = 0; i < c->threads; i++) {
        result_add (r, &c->peer[i].x);
        expander_clear (&c->peer[i].x);
    }
    crowd_sum (c, &r->states, &r->bytes);
    if (broken == EXPLORE_FULL)
        r->problem = *store_problem (c->store[atomic_load (&c->full)]);
    result_end (r, broken);
    free (c->peer);
}

void
crowd_run (struct crowd *c, gang_job *job, void *context)
{
    gang *g = gang_new (c->threads);
    if (g)
        gang_run (g, job, context);
    else {
        problem_of_kind (&c->e->result.problem, PROBLEM_RESOURCE,
                         (struct place) {0}, "cannot start %u threads",
                         c->threads);
    }
    gang_free (g);
    crowd_result (c);
}
