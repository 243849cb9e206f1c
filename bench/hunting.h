/* hunting.h -- a recorded bounded check: its program, and its driver as often as
 * it is wanted. */
#ifndef HUNTING_H
#define HUNTING_H

#include "bounded/conclude.h"
#include "engine/conclude.h"
#include "bounded/prepare.h"
#include "bounded/search/partition_search.h"
#include "frontend/boogie/boogie.h"
#include "team/pool/pool.h"

struct partition_run {
    struct program program; /* as read */
    struct prepared prepared;
    struct buffer sent; /* what workers get */
    partition_search
        *partition_search; /* the last one that was asked for, or null */
    uint32_t established;  /* it has no error up to this bound */
    /* The driver ends as soon as so much is established, before it looks beyond
     * the bound; 0: it goes to its end. */
    uint32_t enough;
};

/* As in check.c: what is part of every item. */
static void
partition_run_send (struct partition_run *h, const struct options *o)
{
    struct bounded_program program = {.bound =
                                          o->bound ? (uint32_t) o->bound : 1,
                                      .random = o->split == SPLIT_RANDOM,
                                      .never_split = o->split == SPLIT_NEVER};
    buffer_init (&h->sent);
    bounded_program_write (&program, &h->prepared.passive, &h->sent);
}

static bool
partition_run_open (struct partition_run *h, const struct options *o,
                    const char *source, size_t size, const char *file,
                    struct problem *p)
{
    if (o->mode == MODE_HYDRA)
        return problem_set (p, (struct place) {.file = file},
                            "a run with --mode=hydra has no items to replay; "
                            "record one with --mode=predictable");
    program_init (&h->program, file);
    if (!boogie_read (&h->program, source, size, file, p)
        || !prepare (&h->prepared, &h->program, o, p)) {
        program_clear (&h->program);
        return false;
    }
    partition_run_send (h, o);
    return true;
}

static void
partition_run_close (struct partition_run *h)
{
    if (h->partition_search)
        partition_search_free (h->partition_search);
    buffer_clear (&h->sent);
    prepared_clear (&h->prepared);
    program_clear (&h->program);
}

/* ---- the driver: the partition search, unless it is stopped early */

static void
partition_run_established (void *context, uint32_t bound)
{
    struct partition_run *h = context;
    assert (bound > h->established);
    h->established = bound;
}

static enum driver_step
partition_run_step (driver *q, struct oracle *oracle)
{
    struct partition_run *h = (struct partition_run *) q;
    enum driver_step step =
        partition_search_driver.step ((driver *) h->partition_search, oracle);
    return h->enough && h->established >= h->enough ? DRIVER_DONE : step;
}

static void
partition_run_arrived (driver *q, struct oracle *oracle, struct bytes item,
                       struct bytes answer)
{
    struct partition_run *h = (struct partition_run *) q;
    partition_search_driver.arrived ((driver *) h->partition_search, oracle,
                                     item, answer);
}

static void
partition_run_progress (const driver *q, char *text, size_t room)
{
    const struct partition_run *h = (const struct partition_run *) q;
    partition_search_driver.progress ((const driver *) h->partition_search,
                                      text, room);
}

static const struct driver_class partition_run_driver = {
    .name = "hunt",
    .step = partition_run_step,
    .arrived = partition_run_arrived,
    .progress = partition_run_progress};

/* A new driver; the last one is over. */
static void
partition_run_pool (struct partition_run *h, const struct options *o,
                    memo *memo_of, struct pool_options *pool)
{
    assert (memo_of && h->sent.size);
    if (h->partition_search)
        partition_search_free (h->partition_search);
    struct partition_search_options options = {.bound = (uint32_t) o->bound,
                                               .budget = o->budget * 1000,
                                               .established =
                                                   partition_run_established,
                                               .context = h};
    h->partition_search = partition_search_new (&h->prepared.passive, &options);
    h->established = 0;
    *pool = (struct pool_options) {.item_worker = &bounded_item_worker,
                                   .program = buffer_view (&h->sent),
                                   .driver_class = &partition_run_driver,
                                   .driver = (driver *) h,
                                   .memo = memo_of};
}

/* ---- how it ended: replayed as a check does it */

static void
partition_run_conclude (struct partition_run *h, struct outcome *o)
{
    const struct partition_search_result *r =
        partition_search_result (h->partition_search);
    if (r->end == SEARCH_UNSAFE) {
        struct trail trail = r->unsafe.trail;
        trail.entry = h->program.procedure.at[h->prepared.entry].name;
        trail.to_return = h->prepared.to_return;
        conclude_unsafe (&h->program, &trail, o);
    } else if (r->end == SEARCH_SAFE)
        conclude_safe (&h->prepared, &r->leaf, false, o);
    else
        outcome_unknown (o, "%s", r->reason);
}

/* For people.  What is established counts even if it was not all. */
static void
partition_run_end (struct partition_run *h, struct text *t)
{
    struct outcome o;
    assert (h->partition_search);
    outcome_init (&o);
    partition_run_conclude (h, &o);
    if (o.verdict != VERDICT_UNKNOWN)
        text_print (t, "%s", outcome_verdict (&o));
    else if (h->established)
        text_print (t, "no error up to bound %u", h->established);
    else
        text_print (t, "UNKNOWN: %s", o.reason);
    outcome_clear (&o);
}

#endif
