/* scheme_run.c -- what the four schemes set up and clear, see schemes.h. */
#include <assert.h>
#include <stdlib.h>

#include "explore/threads/schemes.h"

static struct lane *
lanes_new (unsigned n)
{
    struct lane *l = aligned_alloc (_Alignof (struct lane), sizeof *l * n);
    if (!l)
        memory_exhausted ();
    for (unsigned i = 0; i < n; i++)
        lane_init (&l[i]);
    return l;
}

static void
lanes_free (struct lane *l, unsigned n)
{
    for (unsigned i = 0; l && i < n; i++)
        lane_clear (&l[i]);
    free (l);
}

static bool
scheme_stores (struct scheme *s, exploration *e, unsigned cursors)
{
    s->store = NEW_ARRAY (store *, s->parts);
    s->store_lock = NEW_ARRAY (pthread_mutex_t, s->parts);
    bool good = true;
    for (unsigned i = 0; i < s->parts; i++) {
        pthread_mutex_init (&s->store_lock[i], NULL);
        if (good)
            s->store[i] = explore_store (e->generator, &e->options, cursors,
                                         s->parts, &e->result.problem);
        good &= s->store[i] != NULL;
    }
    return good;
}

static void
scheme_clear (struct scheme *s)
{
    lanes_free (s->lane, s->threads);
    lanes_free (s->outlet, s->threads);
    for (unsigned i = 0; i < s->parts; i++) {
        pthread_mutex_destroy (&s->store_lock[i]);
        if (s->store[i])
            store_free (s->store[i]);
    }
    memory_free (s->store);
    memory_free (s->store_lock);
    pthread_mutex_destroy (&s->end_lock);
    pthread_cond_destroy (&s->end_changed);
}

void
scheme_run (struct scheme *s, exploration *e, unsigned threads, unsigned parts,
            unsigned cursors, fork_join_job *job)
{
    assert (threads > 0 && parts > 0 && cursors > 0);
    s->threads = threads;
    s->parts = parts;
    s->barrier = e->options.barrier;
    s->lane = lanes_new (threads);
    s->outlet = s->outlets ? lanes_new (threads) : NULL;
    pthread_mutex_init (&s->end_lock, NULL);
    pthread_cond_init (&s->end_changed, NULL);
    if (scheme_stores (s, e, cursors)) {
        thread_group_init (&s->thread_group, e, threads, s->store, parts);
        thread_group_run (&s->thread_group, job, s);
    } else
        e->result.end = EXPLORE_FULL;
    scheme_clear (s);
}
