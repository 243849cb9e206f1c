/* scheme_local.c -- static-local, see schemes.h. */
#include <assert.h>

#include "explore/threads/schemes.h"

/* One thread's view: its partition, and the states in it not yet expanded. */
struct owner {
    struct scheme *s;
    unsigned thread;
    cursor *cursor;
    struct VEC (state_ref) open;
    struct buffer mail;
};

static bool
owner_store (struct owner *o, struct bytes state)
{
    state_ref ref;
    enum put put = cursor_put (o->cursor, state, &ref);
    if (put == PUT_NEW)
        VEC_PUSH (o->open, ref);
    if (put == PUT_FULL)
        thread_group_full (&o->s->thread_group, o->thread);
    return put != PUT_FULL;
}

static bool
owner_expand (struct owner *o, struct bytes state)
{
    struct scheme *s = o->s;
    struct expander *x = &s->thread_group.peer[o->thread].x;
    struct bytes target;
    expander_enter (x, 0, state);
    while (expander_next (x, &target)) {
        unsigned part = scheme_part (s, target);
        if (part != o->thread) {
            lane_blacken (&s->lane[o->thread]);
            lane_post (&s->lane[part], target);
            scheme_wake (s);
        } else if (!owner_store (o, target))
            return false;
    }
    return thread_group_goes_on (&s->thread_group, o->thread);
}

static bool
owner_read_mail (struct owner *o)
{
    struct reader r;
    reader_init (&r, buffer_view (&o->mail));
    while (r.at < r.end)
        if (!owner_store (o, reader_bytes (&r)))
            return false;
    assert (reader_done (&r) && !r.failed);
    buffer_reset (&o->mail);
    return true;
}

static bool
owner_step (struct owner *o)
{
    if (o->open.size) {
        state_ref next = VEC_POP (o->open);
        return owner_expand (o, cursor_read (o->cursor, next));
    }
    if (lane_fetch (&o->s->lane[o->thread], &o->mail))
        return owner_read_mail (o);
    return !scheme_idle (o->s, o->thread);
}

static void
local_job (void *context, unsigned thread)
{
    struct scheme *s = context;
    struct owner o = {
        .s = s, .thread = thread, .cursor = store_cursor (s->store[thread], 0)};
    bool good = true;
    if (!thread)
        good = thread_group_goes_on (&s->thread_group, 0)
               && owner_expand (&o, (struct bytes) {0});
    while (good && owner_step (&o))
        ;
    scheme_leave (s);
    VEC_CLEAR (o.open);
    buffer_clear (&o.mail);
}

static void
local_run (exploration *e)
{
    struct scheme s = {0};
    unsigned n = e->options.threads;
    scheme_run (&s, e, n, n, 1, local_job);
}

const struct search_class search_static_local = {.name = "static-local",
                                                 .run = local_run};
