/* alone.c -- no team: what the driver asks for is answered at once. */
#include <stdio.h>

#include "team/pool/pool.h"

#include <assert.h>

#include "base/clock.h"

enum { TICK_NS = 1000000000 };

struct alone {
    struct oracle oracle;
    const struct pool_options *options;
    struct pool_result *result;
    item_worker *item_worker;
    struct buffer answer;
    bool failed;
    uint64_t start_ns, tick_ns;
    uint64_t work_ns; /* in item worker->work; the rest is the driver's */
};

static void
alone_fail (struct alone *a, const char *what)
{
    problem_of_kind (&a->result->problem, PROBLEM_RESOURCE, (struct place) {0},
                     "%s", what);
    a->failed = true;
}

static void
alone_tick (struct alone *a)
{
    const struct pool_options *o = a->options;
    uint64_t now = clock_wall_ns ();
    if (now - a->tick_ns < TICK_NS)
        return;
    a->tick_ns = now;
    char text[256] = "";
    if (o->driver_class->progress)
        o->driver_class->progress (o->driver, text, sizeof text);
    if (o->tick)
        o->tick (o->context, text);
    struct progress_status s = {
        .unit = "items", .done = a->result->items, .workers = 1};
    snprintf (s.note, sizeof s.note, "%.*s", (int) sizeof s.note - 1, text);
    if (o->log)
        log_progress (o->log, &s);
}

static bool
alone_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
           uint64_t *units)
{
    struct alone *a = (struct alone *) oracle;
    const struct pool_options *o = a->options;
    struct digest d = digest_of (item);
    if (memo_get (o->memo, d, answer, units))
        return true;
    if (a->failed)
        return false;
    buffer_reset (&a->answer);
    uint64_t spent = 0, start = clock_thread_ns ();
    bool done = o->item_worker->work (a->item_worker, item, &a->answer, &spent);
    uint64_t cost_ns = clock_thread_ns () - start;
    a->work_ns += cost_ns;
    a->result->work_ns += cost_ns;
    if (o->item_worker->prepared_ns)
        a->result->prepared_ns += o->item_worker->prepared_ns (a->item_worker);
    if (!done) {
        alone_fail (a, "interrupted");
        return false;
    }
    a->result->items++;
    bool pure = memo_put (o->memo, d, buffer_view (&a->answer), spent,
                          o->untimed ? 0 : cost_ns);
    assert (pure);
    (void) pure;
    if (!memo_sync (o->memo, false, &a->result->problem))
        a->failed = true;
    alone_tick (a);
    return memo_get (o->memo, d, answer, units) && !a->failed;
}

static void
alone_share (struct oracle *oracle, struct bytes blob)
{
    struct alone *a = (struct alone *) oracle;
    if (!a->failed && !a->options->item_worker->learn (a->item_worker, blob))
        alone_fail (a, "what was shared cannot be read");
}

static const struct oracle_class alone_class = {
    .get = alone_get,
    .share = alone_share,
};

bool
pool_alone (const struct pool_options *o, struct pool_result *result)
{
    *result = (struct pool_result) {0};
    struct alone a = {.oracle = {&alone_class}, .options = o, .result = result};
    a.start_ns = a.tick_ns = clock_wall_ns ();
    a.item_worker = o->item_worker->open (o->program, &result->problem);
    if (!a.item_worker) {
        alone_fail (&a, "the program cannot be opened");
        return false;
    }
    buffer_init (&a.answer);
    enum driver_step step = DRIVER_PROGRESS;
    while (!a.failed && step == DRIVER_PROGRESS) {
        step = o->driver_class->step (o->driver, &a.oracle);
        alone_tick (&a);
    }
    /* Every answer was there at once, so it cannot wait. */
    if (step == DRIVER_BLOCKED)
        alone_fail (&a, "the quest waits for nothing");
    if (!memo_sync (o->memo, true, &result->problem))
        a.failed = true;
    result->decided = !a.failed && step == DRIVER_DONE;
    result->master_ns = clock_wall_ns () - a.start_ns - a.work_ns;
    buffer_clear (&a.answer);
    o->item_worker->close (a.item_worker);
    return result->decided;
}
