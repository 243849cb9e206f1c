/* scheme_locks.c -- dynamic-locks and static-locks, see schemes.h. */
#include <assert.h>

#include "explore/threads/schemes.h"

/* One thread's view. */
struct lock_peer {
    struct scheme *s;
    unsigned thread;
    struct VEC (struct scheme_task) local; /* dynamic only */
};

/* False: no room. */
static bool
peer_store (struct lock_peer *m, struct bytes state)
{
    struct scheme *s = m->s;
    struct scheme_task t = {.part = scheme_part (s, state)};
    cursor *c = store_cursor (s->store[t.part], m->thread);
    pthread_mutex_lock (&s->store_lock[t.part]);
    enum put put = cursor_put (c, state, &t.ref);
    pthread_mutex_unlock (&s->store_lock[t.part]);
    if (put == PUT_FULL)
        thread_group_full (&s->thread_group, t.part);
    if (put != PUT_NEW)
        return put == PUT_OLD;
    if (!lane_put (&s->lane[t.part], t, s->share)) {
        assert (s->robbing);
        VEC_PUSH (m->local, t);
        return true;
    }
    if (t.part != m->thread)
        lane_blacken (&s->lane[m->thread]);
    scheme_wake (s);
    return true;
}

static bool
peer_expand (struct lock_peer *m, struct bytes state)
{
    struct expander *x = &m->s->thread_group.peer[m->thread].x;
    struct bytes target;
    expander_enter (x, 0, state);
    while (expander_next (x, &target))
        if (!peer_store (m, target))
            return false;
    return thread_group_goes_on (&m->s->thread_group, m->thread);
}

static bool
peer_take (struct lock_peer *m, struct scheme_task *t)
{
    struct scheme *s = m->s;
    if (m->local.size) {
        *t = VEC_POP (m->local);
        return true;
    }
    if (lane_take (&s->lane[m->thread], t))
        return true;
    for (unsigned i = 1; s->robbing && i < s->threads; i++)
        if (lane_rob (&s->lane[(m->thread + i) % s->threads], t))
            return true;
    return false;
}

static bool
peer_step (struct lock_peer *m)
{
    struct scheme *s = m->s;
    struct scheme_task t;
    if (!peer_take (m, &t))
        return !scheme_idle (s, m->thread);
    cursor *c = store_cursor (s->store[t.part], m->thread);
    return peer_expand (m, cursor_read (c, t.ref));
}

static void
locks_job (void *context, unsigned thread)
{
    struct lock_peer m = {.s = context, .thread = thread};
    bool good = true;
    if (!thread)
        good = thread_group_goes_on (&m.s->thread_group, 0)
               && peer_expand (&m, (struct bytes) {0});
    while (good && peer_step (&m))
        ;
    scheme_leave (m.s);
    VEC_CLEAR (m.local);
}

static void
dynamic_run (exploration *e)
{
    unsigned n = e->options.threads;
    struct scheme s = {.robbing = true,
                       .share = e->options.share ? e->options.share : n};
    scheme_run (&s, e, n, n, n, locks_job);
}

static void
static_run (exploration *e)
{
    unsigned n = e->options.threads;
    struct scheme s = {.share = SIZE_MAX};
    scheme_run (&s, e, n, n, n, locks_job);
}

const struct search_class search_dynamic_locks = {.name = "dynamic-locks",
                                                  .run = dynamic_run};
const struct search_class search_static_locks = {.name = "static-locks",
                                                 .run = static_run};
