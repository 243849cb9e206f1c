/* gate.c -- see gate.h. */
#include "store/gate.h"

#include <assert.h>
#include <sched.h>
#include <stdlib.h>

#include "base/memory.h"

void
gate_init (struct gate *g, unsigned threads)
{
    assert (threads > 0);
    size_t size = threads * sizeof *g->flag;
    *g = (struct gate) {.threads = threads};
    g->flag = aligned_alloc (_Alignof (struct gate_flag), size);
    if (!g->flag)
        memory_exhausted ();
    for (unsigned i = 0; i < threads; i++)
        atomic_init (&g->flag[i].inside, false);
}

void
gate_clear (struct gate *g)
{
    free (g->flag);
    g->flag = NULL;
}

static void
job_run (struct gate *g)
{
    size_t i;
    while ((i = atomic_fetch_add_explicit (&g->next, 1, memory_order_relaxed))
           < g->job.pieces)
        g->job.run (g->job.context, i);
}

/* A helper counts itself before it looks whether there is work, the owner of
 * the work withdraws it before it counts helpers: nobody works on what is
 * gone. */
static void
gate_help (struct gate *g)
{
    atomic_fetch_add_explicit (&g->helpers, 1, memory_order_seq_cst);
    if (atomic_load_explicit (&g->shared, memory_order_seq_cst))
        job_run (g);
    /* Release: pairs with the acquire in gate_share. */
    atomic_fetch_sub_explicit (&g->helpers, 1, memory_order_release);
}

void
gate_share (struct gate *g, struct gate_job job)
{
    assert (atomic_load (&g->closed) && !atomic_load (&g->shared));
    assert (job.run && job.pieces);
    g->job = job;
    atomic_store_explicit (&g->next, 0, memory_order_relaxed);
    atomic_store_explicit (&g->shared, true, memory_order_seq_cst);
    job_run (g);
    atomic_store_explicit (&g->shared, false, memory_order_seq_cst);
    while (atomic_load_explicit (&g->helpers, memory_order_seq_cst))
        sched_yield ();
}

void
gate_wait (struct gate *g, unsigned thread)
{
    assert (thread < g->threads);
    do {
        gate_leave (g, thread);
        while (atomic_load_explicit (&g->closed, memory_order_acquire)) {
            gate_help (g);
            sched_yield ();
        }
        atomic_store_explicit (&g->flag[thread].inside, true,
                               memory_order_seq_cst);
    } while (atomic_load_explicit (&g->closed, memory_order_seq_cst));
}

bool
gate_close (struct gate *g, unsigned thread)
{
    assert (thread < g->threads);
    bool open = false;
    if (!atomic_compare_exchange_strong (&g->closed, &open, true)) {
        gate_wait (g, thread);
        return false;
    }
    for (unsigned i = 0; i < g->threads; i++)
        while (
            i != thread
            && atomic_load_explicit (&g->flag[i].inside, memory_order_seq_cst))
            sched_yield ();
    return true;
}

void
gate_open (struct gate *g, unsigned thread)
{
    assert (thread < g->threads
            && atomic_load_explicit (&g->closed, memory_order_relaxed));
    (void) thread;
    /* Release: pairs with the acquire in gate_enter and gate_wait. */
    atomic_store_explicit (&g->closed, false, memory_order_seq_cst);
}
