/* hunting.h -- a recorded bounded check: its program, and its driver as often as
 * it is wanted. */
#ifndef HUNTING_H
#define HUNTING_H

#include "bounded/conclude.h"
#include "bounded/prepare.h"
#include "bounded/search/pursuit.h"
#include "frontend/boogie/boogie.h"
#include "team/pool/pool.h"

struct hunt {
    struct program program; /* as read */
    struct prepared prepared;
    struct buffer sent;   /* what workers get */
    pursuit *pursuit;     /* the last one that was asked for, or null */
    uint32_t established; /* it has no error up to this bound */
    /* The driver ends as soon as so much is established, before it looks beyond
     * the bound; 0: it goes to its end. */
    uint32_t enough;
};

/* As in check.c: what is part of every item. */
static void
hunt_send (struct hunt *h, const struct options *o)
{
    struct bounded_program program = {
        .bound = o->bound ? (uint32_t) o->bound : 1,
        .random = option_is (o->split, "random"),
        .never_split = option_is (o->split, "never")};
    buffer_init (&h->sent);
    bounded_program_write (&program, &h->prepared.passive, &h->sent);
}

static bool
hunt_open (struct hunt *h, const struct options *o, const char *source,
           size_t size, const char *file, struct problem *p)
{
    if (option_is (o->mode, "hydra"))
        return problem_set (p, (struct place) {.file = file},
                            "a run with --mode=hydra has no items to replay; "
                            "record one with --mode=predictable");
    program_init (&h->program, file);
    if (!boogie_read (&h->program, source, size, file, p)
        || !prepare (&h->prepared, &h->program, o, p)) {
        program_clear (&h->program);
        return false;
    }
    hunt_send (h, o);
    return true;
}

static void
hunt_close (struct hunt *h)
{
    if (h->pursuit)
        pursuit_free (h->pursuit);
    buffer_clear (&h->sent);
    prepared_clear (&h->prepared);
    program_clear (&h->program);
}

/* ---- the driver: the pursuit, unless it is stopped early */

static void
hunt_established (void *context, uint32_t bound)
{
    struct hunt *h = context;
    assert (bound > h->established);
    h->established = bound;
}

static enum driver_step
hunt_step (driver *q, struct oracle *oracle)
{
    struct hunt *h = (struct hunt *) q;
    enum driver_step step = pursuit_driver.step ((driver *) h->pursuit, oracle);
    return h->enough && h->established >= h->enough ? DRIVER_DONE : step;
}

static void
hunt_arrived (driver *q, struct oracle *oracle, struct bytes item,
              struct bytes answer)
{
    struct hunt *h = (struct hunt *) q;
    pursuit_driver.arrived ((driver *) h->pursuit, oracle, item, answer);
}

static void
hunt_progress (const driver *q, char *text, size_t room)
{
    const struct hunt *h = (const struct hunt *) q;
    pursuit_driver.progress ((const driver *) h->pursuit, text, room);
}

static const struct driver_class hunt_driver = {.name = "hunt",
                                                .step = hunt_step,
                                                .arrived = hunt_arrived,
                                                .progress = hunt_progress};

/* A new driver; the last one is over. */
static void
hunt_pool (struct hunt *h, const struct options *o, memo *memo_of,
           struct pool_options *pool)
{
    assert (memo_of && h->sent.size);
    if (h->pursuit)
        pursuit_free (h->pursuit);
    struct pursuit_options options = {.bound = (uint32_t) o->bound,
                                      .budget = o->budget * 1000,
                                      .established = hunt_established,
                                      .context = h};
    h->pursuit = pursuit_new (&h->prepared.passive, &options);
    h->established = 0;
    *pool = (struct pool_options) {.item_worker = &bounded_item_worker,
                                   .program = buffer_view (&h->sent),
                                   .driver_class = &hunt_driver,
                                   .driver = (driver *) h,
                                   .memo = memo_of};
}

/* ---- how it ended: replayed as a check does it */

static void
hunt_conclude (struct hunt *h, struct outcome *o)
{
    const struct pursuit_result *r = pursuit_result (h->pursuit);
    if (r->end == PURSUIT_UNSAFE) {
        struct trail trail = r->unsafe.trail;
        trail.entry = h->program.procedure.at[h->prepared.entry].name;
        trail.to_return = h->prepared.to_return;
        conclude_unsafe (&h->program, &trail, o);
    } else if (r->end == PURSUIT_SAFE)
        conclude_safe (&h->prepared, &r->leaf, false, o);
    else
        outcome_unknown (o, "%s", r->reason);
}

/* For people.  What is established counts even if it was not all. */
static void
hunt_end (struct hunt *h, struct text *t)
{
    struct outcome o;
    assert (h->pursuit);
    outcome_init (&o);
    hunt_conclude (h, &o);
    if (o.verdict != VERDICT_UNKNOWN)
        text_print (t, "%s", outcome_verdict (&o));
    else if (h->established)
        text_print (t, "no error up to bound %u", h->established);
    else
        text_print (t, "UNKNOWN: %s", o.reason);
    outcome_clear (&o);
}

#endif
