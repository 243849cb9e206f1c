/* schemes.h -- four ways to search in parallel, as published for [mc]square
 * (Brauer, Schlich, Kowalewski: Parallel and Distributed Invariant Checking of
 * Microcontroller Software, 2009, section 3).
 *
 * part (s) = hash mod n names a partition of the state space, and a thread.
 *
 *   dynamic-locks  s is stored in partition part (s) under its lock, and put
 * into the shared queue of thread part (s); if that is full (`share`) onto the
 * local stack of the thread that made it.  The local stack comes first; an idle
 * thread asks its successors in the ring static-locks   the same without stack
 * and bound: thread part (s) expands s static-master  one more thread owns the
 * state space; a queue to it and one from it for every other thread, polled in
 * turn static-local   thread part (s) owns partition part (s); all others put s
 * into its queue, it stores and expands
 *
 * The end is found by Dijkstra's token or by a barrier.  One thing is unlike
 * the paper: whoever takes states from another's queue colours that one black,
 * else the token could pass behind the taken states' back. */
#ifndef EXPLORE_THREADS_SCHEMES_H
#define EXPLORE_THREADS_SCHEMES_H

#include <pthread.h>

#include "explore/threads/thread_group.h"

/* A state to be expanded. */
struct scheme_task {
    state_ref ref;
    unsigned part;
};

/* What others give to a thread; all under the lock. */
struct lane {
    _Alignas (2 * CACHE_LINE) pthread_mutex_t lock;
    struct VEC (struct scheme_task) task; /* those from `head` on */
    size_t head;
    struct buffer mail; /* states to be stored, each with its size */
    bool black; /* its thread sent, or was taken from, since the token passed */
};

void lane_init (struct lane *);
void lane_clear (struct lane *);
bool lane_is_empty (struct lane *);
/* False: there are `most` in it already. */
bool lane_put (struct lane *, struct scheme_task, size_t most);
bool lane_take (struct lane *, struct scheme_task *);
/* The same by a thread that is not its own: blackens. */
bool lane_rob (struct lane *, struct scheme_task *);
void lane_post (struct lane *, struct bytes state);
/* All mail; `into` must be empty, and its memory is left in the lane. */
bool lane_fetch (struct lane *, struct buffer *into);
void lane_blacken (struct lane *);

struct scheme {
    struct thread_group thread_group;
    unsigned threads; /* all of them */
    unsigned parts;
    store **store; /* of the partitions */
    pthread_mutex_t *store_lock;
    struct lane *lane;   /* of each thread */
    struct lane *outlet; /* static-master: to the master */
    size_t share;        /* room of a lane */
    bool outlets;        /* there are such */

    /* The end. */
    bool barrier;
    bool robbing; /* idle threads look into all lanes */
    atomic_bool over;
    atomic_uint holder; /* of the token; only the holder touches the next two */
    bool token_black, token_sent;
    pthread_mutex_t end_lock;
    pthread_cond_t end_changed;
    atomic_uint waiting; /* in the barrier; written under end_lock */
};

static inline unsigned
scheme_part (const struct scheme *s, struct bytes state)
{
    return (unsigned) ((digest_of (state).high >> 32) % s->parts);
}

/* Fills a scheme of so many threads, partitions and cursors of each, runs the
 * job on every thread and clears all. */
void scheme_run (struct scheme *, exploration *, unsigned threads,
                 unsigned parts, unsigned cursors, fork_join_job *);
/* A thread has nothing to do.  True: nobody has, ever again; false: look anew.
 */
bool scheme_idle (struct scheme *, unsigned thread);
/* Something was put into a lane: whoever waits for it may look. */
void scheme_wake (struct scheme *);
/* This thread goes; all others must. */
void scheme_leave (struct scheme *);

#endif
