/* teams_explore.c -- searches over a team, with layers and without. */
#include "teams.h"

#include "explore/async/async.h"
#include "explore/async/wire.h"
#include "explore/members/wire.h"
#include "model/model.h"

static struct buffer model;

static void
explore_make (void)
{
    struct problem p = {0};
    generator *g = model_read ("cohort-model phil 2", 19, "model", &p);
    require (g, "the model");
    buffer_init (&model);
    model_write (g, &model);
    g->class->free (g);
}

static void
explore_clear (void)
{
    buffer_clear (&model);
}

static struct members_options
members_options (void)
{
    return (struct members_options) {.program = buffer_view (&model),
                                     .members = 2,
                                     .threads = 1,
                                     .store = "tree",
                                     .partition = PARTITION_HASH,
                                     .channel = CHANNEL_SINGLE,
                                     .slice = 1,
                                     .beam = 100,
                                     .estimate = 1,
                                     .open = true};
}

static member *
members_make (void)
{
    struct members_options o = members_options ();
    return members_master_new (&o);
}

static member *
walk_make (void)
{
    struct members_options o = members_options ();
    o.alone = 1;
    return members_master_new (&o);
}

static member *
async_make (void)
{
    struct members_options o = members_options ();
    o.beam = 0;
    return async_master_new (&o);
}

static member *
directed_make (void)
{
    struct members_options o = members_options ();
    return directed_master_new (&o);
}

static void
members_program (struct buffer *b)
{
    struct members_options o = members_options ();
    members_setup_write (&o, b);
}

static const struct role roles[] = {
    {'M', "members-master", &members_master_class, members_make,
     members_master_free, MEMBERS_PROGRAM, MEMBERS_WALKED - MEMBERS_TAG + 2,
     true, 0, NULL},
    {'W', "walk-master", &members_master_class, walk_make, members_master_free,
     MEMBERS_PROGRAM, MEMBERS_WALKED - MEMBERS_TAG + 2, true, 0, NULL},
    {'m', "members-worker", &members_worker_class, members_worker_new,
     members_worker_free, MEMBERS_PROGRAM, MEMBERS_WALKED - MEMBERS_TAG + 2,
     false, 0, members_program},
    {'A', "async-master", &async_master_class, async_make, async_master_free,
     ASYNC_TAG, ASYNC_MINIS - ASYNC_TAG + 2, true, 0, NULL},
    {'D', "directed-master", &async_master_class, directed_make,
     async_master_free, ASYNC_TAG, ASYNC_MINIS - ASYNC_TAG + 2, true, 0, NULL},
    {'a', "async-worker", &async_worker_class, async_worker_new,
     async_worker_free, ASYNC_TAG, ASYNC_MINIS - ASYNC_TAG + 2, false, 0,
     members_program},
    {0},
};

const struct room room_explore = {roles, explore_make, explore_clear};
