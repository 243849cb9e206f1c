/* thread_group.h -- threads of a search without layers: an expander each, and a common
 * end.  The first fault, failure or lack of room halts all of them. */
#ifndef EXPLORE_THREADS_THREAD_GROUP_H
#define EXPLORE_THREADS_THREAD_GROUP_H

#include "explore/explore_internal.h"
#include "explore/threads/fork_join.h"

enum { CACHE_LINE = 64 };

struct thread_group {
    exploration *e;
    unsigned threads;
    struct thread_group_peer {
        _Alignas (2 * CACHE_LINE) struct expander x;
    } *peer;
    struct ticker ticker; /* thread 0's */
    store *const *store;  /* those of the search; borrowed */
    unsigned stores;
    atomic_bool halted;
    atomic_int broken; /* enum explore_end: STOPPED or FULL, else none */
    atomic_uint full;  /* after FULL: the store without room */
};

void thread_group_init (struct thread_group *, exploration *, unsigned threads,
                        store *const *, unsigned stores);
/* Runs the job on all threads; then fills the exploration's result from what
 * they saw, and clears the crowd. */
void thread_group_run (struct thread_group *, fork_join_job *, void *context);

/* The store has no room: all halt. */
void thread_group_full (struct thread_group *, unsigned store);
void thread_group_tick (struct thread_group *);
/* After every state that a thread expanded, and while it waits: may it go on?
 */
static inline bool
thread_group_goes_on (struct thread_group *c, unsigned thread)
{
    const struct expander *x = &c->peer[thread].x;
    if (explore_stopped (&c->e->options))
        atomic_store (&c->broken, EXPLORE_STOPPED);
    if (x->fault.found || x->failed.found || explore_stopped (&c->e->options))
        atomic_store (&c->halted, true);
    if (!thread)
        thread_group_tick (c);
    return !atomic_load_explicit (&c->halted, memory_order_relaxed);
}

#endif
