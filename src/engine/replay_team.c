/* replay_team.c -- see replay_team.h. */
#include "engine/replay_team.h"

#include <assert.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "report/replay_part.h"
#include "team/pool/pool.h"

enum {
    PARTS_EACH = 4,     /* for each worker, so that they end together */
    CHECKS_LEAST = 16,  /* a part must outweigh the start of a solver .. */
    CHECKS_MOST = 256,  /* .. and be done soon */
    CHECK_UNITS = 3000, /* of a check in a simulation: a millisecond */
    ITEM_REPLAY = 'R'
};

/* ---- the worker's side */

struct replayer {
    char *prelude; /* owned */
    uint64_t elsewhere_ns;
};

static item_worker *
replayer_open (struct bytes program, struct problem *p)
{
    (void) p;
    struct replayer *w = NEW (struct replayer);
    struct text prelude;
    text_init (&prelude);
    text_add_n (&prelude, (const char *) program.data, program.size);
    w->prelude = text_take (&prelude);
    return (item_worker *) w;
}

static void
replayer_close (item_worker *self)
{
    struct replayer *w = (struct replayer *) self;
    memory_free (w->prelude);
    memory_free (w);
}

static bool
replayer_learn (item_worker *self, struct bytes blob)
{
    (void) self;
    (void) blob;
    return false; /* nothing is shared */
}

/* CPU time of the solvers that this process has waited for. */
static uint64_t
replayer_children_ns (void)
{
    struct rusage u;
    getrusage (RUSAGE_CHILDREN, &u);
    return (uint64_t) (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000000
           + (uint64_t) (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000;
}

static bool
replayer_work (item_worker *self, struct bytes item, struct buffer *answer,
               uint64_t *units)
{
    struct replayer *w = (struct replayer *) self;
    struct reader r;
    uint64_t before = replayer_children_ns ();
    reader_init (&r, item);
    if (reader_byte (&r) == ITEM_REPLAY) {
        struct bytes part = reader_bytes (&r);
        if (reader_done (&r))
            *units += replay_part_ask (w->prelude, part, answer) * CHECK_UNITS;
    }
    w->elsewhere_ns = replayer_children_ns () - before;
    return true;
}

/* A part is done soon, and a solver dies with who has started it. */
static void
replayer_interrupt (item_worker *self)
{
    (void) self;
}

static uint64_t
replayer_elsewhere_ns (item_worker *self)
{
    return ((struct replayer *) self)->elsewhere_ns;
}

const struct item_worker_class replay_item_worker = {
    .name = "replay",
    .open = replayer_open,
    .close = replayer_close,
    .learn = replayer_learn,
    .work = replayer_work,
    .interrupt = replayer_interrupt,
    .elsewhere_ns = replayer_elsewhere_ns,
};

/* ---- the master's side */

struct replaying {
    struct replay_plan *plan;
    size_t size;                     /* checks of a part */
    struct VEC (struct buffer) part; /* the items */
    size_t next;
    bool wanted, malformed;
};

static enum driver_step
replaying_step (driver *self, struct oracle *oracle)
{
    struct replaying *d = (struct replaying *) self;
    for (size_t i = 0; !d->wanted && i < d->part.size; i++)
        if (oracle->class->want)
            oracle->class->want (oracle, buffer_view (&d->part.at[i]), i);
    d->wanted = true;
    for (; !d->malformed && d->next < d->part.size; d->next++) {
        struct bytes answer;
        uint64_t units;
        if (!oracle->class->get (oracle, buffer_view (&d->part.at[d->next]),
                                 &answer, &units))
            return DRIVER_BLOCKED;
        size_t first = d->next * d->size, last = first + d->size;
        if (last > d->plan->item.size)
            last = d->plan->item.size;
        d->malformed = !replay_part_answered (d->plan, first, last, answer);
    }
    return DRIVER_DONE;
}

static const struct driver_class replaying_driver = {
    .name = "replaying",
    .step = replaying_step,
};

static bool
replayer_is_grave (struct bytes item)
{
    (void) item;
    return true;
}

static void
replaying_init (struct replaying *d, struct replay_plan *plan, size_t workers)
{
    assert (plan->item.size && workers);
    *d = (struct replaying) {.plan = plan};
    d->size = plan->item.size / (workers * PARTS_EACH) + 1;
    if (d->size < CHECKS_LEAST)
        d->size = CHECKS_LEAST;
    if (d->size > CHECKS_MOST)
        d->size = CHECKS_MOST;
    for (size_t i = 0; i < plan->item.size; i += d->size) {
        struct buffer item, part;
        size_t rest = plan->item.size - i;
        buffer_init (&item);
        buffer_init (&part);
        replay_part_write (plan, i, i + (rest < d->size ? rest : d->size),
                           &part);
        buffer_byte (&item, ITEM_REPLAY);
        buffer_bytes (&item, buffer_view (&part));
        buffer_clear (&part);
        VEC_PUSH (d->part, item);
    }
}

static void
replaying_clear (struct replaying *d)
{
    for (size_t i = 0; i < d->part.size; i++)
        buffer_clear (&d->part.at[i]);
    VEC_CLEAR (d->part);
}

static void
replay_team (void *context, struct replay_plan *plan)
{
    const struct engine_context *engine =
        *(const struct engine_context **) context;
    if (!engine->run_team || engine->options->mode == MODE_SEQUENTIAL
        || engine->options->workers < 2 || plan->item.size < REPLAY_TEAM_LEAST
        || !replay_part_fits (plan))
        return;
    struct replaying d;
    struct problem p = {0};
    replaying_init (&d, plan, engine->options->workers);
    memo *own = memo_new ();
    struct pool_options pool = {
        .item_worker = &replay_item_worker,
        .program = {(const uint8_t *) text_view (&plan->prelude),
                    plan->prelude.size},
        .driver_class = &replaying_driver,
        .driver = (driver *) &d,
        .memo = own,
        .grave = replayer_is_grave,
        .keep_alive = true,
        .log = engine->log};
    member *master = pool_master_new (&pool);
    engine_run_team (engine, &pool_master_class, master, &p);
    const struct pool_result *result = pool_master_result (master);
    bool good = !p.kind && result->decided && !result->doubtful && !d.malformed;
    for (size_t i = 0; !good && i < plan->item.size; i++)
        plan->item.at[i].passed = false;
    if (!good && engine->log)
        log_say (engine->log, LOG_DETAIL,
                 "replay: the team has not confirmed it: %s",
                 p.kind                 ? p.message
                 : result->problem.kind ? result->problem.message
                                        : "nobody could say it again");
    pool_master_free (master);
    memo_free (own);
    replaying_clear (&d);
}

enum replay_result
replay_team_check (const struct engine_context *engine, const char *witness,
                   const char *witness_file, const char *input,
                   const char *input_file, unsigned seconds,
                   struct text *report, struct problem *p)
{
    struct replay_aid aid = {replay_team, &engine};
    enum replay_result result =
        replay_check_aided (witness, witness_file, input, input_file,
                            REPLAY_FIRST, seconds, &aid, report, p);
    if (report->size && report->data[report->size - 1] == '\n')
        report->data[--report->size] = 0;
    return result;
}
