/* thread_group.c -- see thread_group.h. */
#include "explore/threads/thread_group.h"

#include <assert.h>
#include <stdlib.h>

enum { LOOK_AT_CLOCK = 256 }; /* states between two looks */

void
thread_group_init (struct thread_group *c, exploration *e, unsigned threads,
                   store *const *stores_of, unsigned stores)
{
    assert (threads > 0 && e->generator);
    *c = (struct thread_group) {
        .e = e, .threads = threads, .store = stores_of, .stores = stores};
    c->peer = aligned_alloc (_Alignof (struct thread_group_peer),
                             sizeof *c->peer * threads);
    if (!c->peer)
        memory_exhausted ();
    for (unsigned i = 0; i < threads; i++)
        expander_init (&c->peer[i].x, e->generator);
    ticker_init (&c->ticker, &e->options);
}

static void
thread_group_sum (const struct thread_group *c, uint64_t *states,
                  uint64_t *bytes)
{
    *states = *bytes = 0;
    for (unsigned i = 0; i < c->stores; i++) {
        *states += store_states (c->store[i]);
        *bytes += store_bytes (c->store[i]);
    }
}

void
thread_group_full (struct thread_group *c, unsigned number)
{
    assert (number < c->stores);
    atomic_store (&c->full, number);
    atomic_store (&c->broken, EXPLORE_FULL);
    atomic_store (&c->halted, true);
}

void
thread_group_tick (struct thread_group *c)
{
    if (c->peer[0].x.expanded % LOOK_AT_CLOCK || !ticker_due (&c->ticker))
        return;
    uint64_t states, bytes;
    thread_group_sum (c, &states, &bytes);
    ticker_say (&c->ticker, states, bytes);
}

static void
thread_group_result (struct thread_group *c)
{
    struct explore_result *r = &c->e->result;
    enum explore_end broken = (enum explore_end) atomic_load (&c->broken);
    for (unsigned i = 0; i < c->threads; i++) {
        result_add (r, &c->peer[i].x);
        expander_clear (&c->peer[i].x);
    }
    thread_group_sum (c, &r->states, &r->bytes);
    if (broken == EXPLORE_FULL)
        r->problem = *store_problem (c->store[atomic_load (&c->full)]);
    result_end (r, broken);
    free (c->peer);
}

void
thread_group_run (struct thread_group *c, fork_join_job *job, void *context)
{
    fork_join *g = fork_join_new (c->threads);
    if (g)
        fork_join_run (g, job, context);
    else {
        problem_of_kind (&c->e->result.problem, PROBLEM_RESOURCE,
                         (struct place) {0}, "cannot start %u threads",
                         c->threads);
    }
    fork_join_free (g);
    thread_group_result (c);
}
