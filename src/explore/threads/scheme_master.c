/* scheme_master.c -- static-master, see schemes.h.  Thread 0 is the master. */
#include <assert.h>

#include "explore/threads/schemes.h"

/* Stores what one thread made, and hands out what is new. */
static bool
master_store (struct scheme *s, cursor *c, struct bytes mail)
{
    struct reader r;
    reader_init (&r, mail);
    while (r.at < r.end) {
        struct bytes state = reader_bytes (&r);
        struct scheme_task t = {0};
        assert (!r.failed);
        enum put put = cursor_put (c, state, &t.ref);
        if (put == PUT_FULL) {
            thread_group_full (&s->thread_group, 0);
            return false;
        }
        if (put == PUT_OLD)
            continue;
        unsigned part =
            (unsigned) ((digest_of (state).high >> 32) % (s->threads - 1));
        lane_blacken (&s->lane[0]);
        lane_put (&s->lane[1 + part], t, SIZE_MAX);
        scheme_wake (s);
    }
    return true;
}

static void
master_job (struct scheme *s)
{
    cursor *c = store_cursor (s->store[0], 0);
    struct buffer mail;
    buffer_init (&mail);
    bool good = true;
    while (good && thread_group_goes_on (&s->thread_group, 0)) {
        bool found = false;
        for (unsigned i = 1; good && i < s->threads; i++)
            if (lane_fetch (&s->outlet[i], &mail)) {
                found = true;
                good = master_store (s, c, buffer_view (&mail));
                buffer_reset (&mail);
            }
        if (good && !found && scheme_idle (s, 0))
            break;
    }
    scheme_leave (s);
    buffer_clear (&mail);
}

static bool
servant_expand (struct scheme *s, unsigned thread, struct bytes state)
{
    struct expander *x = &s->thread_group.peer[thread].x;
    struct bytes target;
    bool sent = false;
    expander_enter (x, 0, state);
    while (expander_next (x, &target)) {
        lane_post (&s->outlet[thread], target);
        sent = true;
    }
    if (sent) {
        lane_blacken (&s->lane[thread]);
        scheme_wake (s);
    }
    return thread_group_goes_on (&s->thread_group, thread);
}

static bool
servant_step (struct scheme *s, unsigned thread, cursor *c)
{
    struct scheme_task t;
    assert (thread > 0 && thread < s->threads);
    if (!lane_take (&s->lane[thread], &t))
        return !scheme_idle (s, thread);
    return servant_expand (s, thread, cursor_read (c, t.ref));
}

static void
master_or_servant (void *context, unsigned thread)
{
    struct scheme *s = context;
    if (!thread) {
        master_job (s);
        return;
    }
    cursor *c = store_cursor (s->store[0], thread);
    bool good = true;
    if (thread == 1)
        good = thread_group_goes_on (&s->thread_group, 1)
               && servant_expand (s, 1, (struct bytes) {0});
    while (good && servant_step (s, thread, c))
        ;
    scheme_leave (s);
}

static void
master_run (exploration *e)
{
    struct scheme s = {0};
    unsigned all = e->options.threads + 1;
    s.outlets = true;
    scheme_run (&s, e, all, 1, all, master_or_servant);
}

const struct search_class search_static_master = {.name = "static-master",
                                                  .run = master_run};
