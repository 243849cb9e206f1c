/* gate.h -- many threads inside at once, or one of them alone.
 *
 * What threads do inside is short; outside they may stay for ever.  Whoever
 * must change what the others look at closes the gate, waits till all are out,
 * and may share the work with those that wait at the gate meanwhile. */
#ifndef GATE_H
#define GATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

struct gate_flag {
    _Alignas (64) atomic_bool inside;
};

/* Work in `pieces` that any thread may do in any order. */
struct gate_job {
    void (*run) (void *context, size_t piece);
    void *context;
    size_t pieces;
};

struct gate {
    struct gate_flag *flag; /* one a thread */
    unsigned threads;
    atomic_bool closed;
    struct gate_job job; /* valid while `shared` is set */
    atomic_bool shared;
    atomic_uint helpers;
    atomic_size_t next;
};

void gate_init (struct gate *, unsigned threads);
void gate_clear (struct gate *);
/* Called inside.  True: the thread is alone now, and must open the gate.
 * False: another one had closed it meanwhile, and opened it again.  Either way
 * the thread is inside afterwards. */
bool gate_close (struct gate *, unsigned thread);
/* Runs all pieces; called alone. */
void gate_share (struct gate *, struct gate_job);
void gate_open (struct gate *, unsigned thread);
void gate_wait (struct gate *, unsigned thread);

/* Sequentially consistent, as is `closed` in gate_close: of one who enters and
 * one who closes at least one sees the other. */
static inline void
gate_enter (struct gate *g, unsigned thread)
{
    atomic_store_explicit (&g->flag[thread].inside, true, memory_order_seq_cst);
    if (atomic_load_explicit (&g->closed, memory_order_seq_cst))
        gate_wait (g, thread);
}

/* Release: pairs with the acquire in gate_close. */
static inline void
gate_leave (struct gate *g, unsigned thread)
{
    atomic_store_explicit (&g->flag[thread].inside, false,
                           memory_order_release);
}

#endif
