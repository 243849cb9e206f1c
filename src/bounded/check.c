/* check.c -- see check.h. */
#include "bounded/check.h"

#include <assert.h>
#include <stdio.h>

#include "base/clock.h"
#include "bounded/conclude.h"
#include "engine/conclude.h"
#include "bounded/hydra/hydra.h"
#include "bounded/proof.h"
#include "bounded/search/partition_search.h"
#include "team/pool/pool.h"

/* Hydra splits by the clock, so that a budget is
 * told as time: about a quarter of a millisecond per thousand solver steps. */
enum { HYDRA_BUDGET_NS = 250000 };

struct bounded_check_checking {
    const struct engine_context *engine;
    struct program *as_read;
    struct prepared prepared;
    struct buffer program; /* for workers */
    uint64_t vc_ns;        /* what preparing took */
    struct outcome *outcome;
    struct digest passed; /* of the last round that was passed */
};

struct bounding {
    struct bounded_check_checking checking;
    partition_search *partition_run;
};

/* ---- the journal, and what the watchdog is told */

static void
checking_tell (struct bounded_check_checking *c, const char *lines)
{
    engine_report (c->engine, lines);
}

static bool
checking_passed (void *context, uint64_t round, struct digest digest)
{
    struct bounded_check_checking *c = context;
    char text[DIGEST_TEXT], line[DIGEST_TEXT + 60];
    digest_print (digest, text);
    snprintf (line, sizeof line, "digest: %s\nrounds: %llu\n", text,
              (unsigned long long) round);
    checking_tell (c, line);
    struct problem problem = {0};
    bool good =
        !c->engine->run || run_passed (c->engine->run, round, digest, &problem);
    if (good)
        c->passed = digest;
    else
        log_say (c->engine->log, LOG_SAY, "%s", problem.message);
    return good;
}

static void
bound_line (uint32_t bound, char *line, size_t room)
{
    snprintf (line, room, "no error up to bound %u", bound);
}

static void
checking_established (void *context, uint32_t bound)
{
    struct bounded_check_checking *c = context;
    char text[60], line[100];
    bound_line (bound, text, sizeof text);
    snprintf (line, sizeof line, "established: %s\n", text);
    checking_tell (c, line);
    log_say (c->engine->log, LOG_DETAIL, "%s", text);
}

/* ---- predictable and sequential */

/* Whether others may have answered what SAFE rests on: those that join now, or
 * joined the run that is resumed.  Then one word is not enough. */
static bool
checking_doubts (const struct bounded_check_checking *c)
{
    const struct options *o = c->engine->options;
    return o->listen || o->resume;
}

/* `stopped`: why the pool could not go on; null: it could. */
static void
checking_conclude (struct bounded_check_checking *c,
                   const struct partition_search_result *r, bool doubt,
                   const char *stopped)
{
    struct outcome *o = c->outcome;
    o->digest = r->digest;
    o->counters = r->counters;
    if (stopped)
        outcome_stop (o, "%s", stopped);
    else if (r->end == SEARCH_UNSAFE) {
        struct trail trail = r->unsafe.trail;
        trail.entry = c->as_read->procedure.at[c->prepared.entry].name;
        trail.to_return = c->prepared.to_return;
        conclude_found (c->as_read, &trail, o);
    } else if (r->end == SEARCH_SAFE)
        conclude_safe (&c->prepared, &r->leaf, doubt, o);
    else if (r->end == SEARCH_BOUNDED)
        outcome_unknown (o, "no error up to bound %u, but calls go beyond it",
                         r->bound);
    else if (r->end == SEARCH_FAILED)
        outcome_stop (o, "%s", r->reason);
    else
        outcome_unknown (o, "%s", r->reason);
    if (o->verdict == VERDICT_UNKNOWN && r->established) {
        char line[60];
        bound_line (r->established, line, sizeof line);
        outcome_establish (o, line);
        conclude_assumed (&c->prepared, o);
    }
}

/* What reading and preparing took. */
static void
checking_seconds (struct bounded_check_checking *c)
{
    c->outcome->seconds =
        (struct outcome_seconds) {.known = true,
                                  .parse = (double) c->engine->parse_ns / 1e9,
                                  .vc = (double) c->vc_ns / 1e9};
}

/* What a pool took is added. */
static void
checking_pool_seconds (struct bounded_check_checking *c,
                       const struct pool_result *r)
{
    struct outcome_seconds *s = &c->outcome->seconds;
    s->vc += (double) r->prepared_ns / 1e9;
    s->solver += (double) (r->work_ns - r->prepared_ns) / 1e9;
    s->messages += (double) r->master_ns / 1e9;
}

/* A driver of ours over a pool, or alone. */
static void
checking_driver (struct bounded_check_checking *c,
                 const struct driver_class *class, driver *driver_of,
                 struct pool_result *result, struct problem *problem)
{
    const struct options *o = c->engine->options;
    struct bytes program = buffer_view (&c->program);
    memo *own = c->engine->memo ? memo_of (c->engine->memo, digest_of (program))
                : c->engine->run ? NULL
                                 : memo_new ();
    struct pool_options pool = {.item_worker = &bounded_item_worker,
                                .program = program,
                                .driver_class = class,
                                .driver = driver_of,
                                .memo = own ? own : run_memo (c->engine->run),
                                .audit_percent = (unsigned) o->audit,
                                .grave = checking_doubts (c) ? confirm_item_is
                                                             : NULL,
                                .keep_alive = true,
                                .log = c->engine->log};
    if (o->mode == MODE_SEQUENTIAL)
        pool_alone (&pool, result);
    else {
        member *master = pool_master_new (&pool);
        engine_run_team (c->engine, &pool_master_class, master, problem);
        *result = *pool_master_result (master);
        pool_master_free (master);
    }
    checking_pool_seconds (c, result);
    if (own)
        memo_free (own);
}

static partition_search *
checking_partition_run (struct bounded_check_checking *c)
{
    const struct options *o = c->engine->options;
    struct partition_search_options options = {.bound = (uint32_t) o->bound,
                                               .budget = o->budget * 1000,
                                               .passed = checking_passed,
                                               .established =
                                                   checking_established,
                                               .context = c};
    return partition_search_new (&c->prepared.passive, &options);
}

static void
checking_pool (struct bounded_check_checking *c,
               partition_search *partition_run)
{
    struct pool_result result = {0};
    struct problem problem = {0};
    checking_driver (c, &partition_search_driver, (driver *) partition_run,
                     &result, &problem);
    const struct partition_search_result *found =
        partition_search_result (partition_run);
    bool alone = c->engine->options->mode == MODE_SEQUENTIAL;
    checking_conclude (c, found,
                       alone ? checking_doubts (c) : result.doubtful > 0,
                       problem.kind      ? problem.message
                       : !result.decided ? result.problem.message
                                         : NULL);
    /* As far as the journal has it: the rest depends on who was how fast. */
    if (c->outcome->stopped)
        c->outcome->digest = c->passed;
    c->outcome->counters.answered = result.items;
    c->outcome->counters.wasted = result.wasted;
    c->outcome->counters.lost = result.lost_workers;
    c->outcome->counters.retried = result.retried;
    c->outcome->counters.audited = result.audited;
}

/* ---- the paper's own protocol */

static void
hydra_leaves (const struct hydra_result *r, struct vec_partition *leaves)
{
    for (size_t i = 0; i < r->leaves; i++)
        VEC_PUSH (*leaves, r->leaf[i].partition);
}

/* Do the leaves leave nothing out, and is each refuted by its claim? */
static bool
hydra_covers (const struct hydra_result *r)
{
    struct vec_partition leaves = {0};
    hydra_leaves (r, &leaves);
    bool covers = proof_covers (&leaves);
    for (size_t i = 0; covers && i < r->leaves; i++)
        covers = partition_implies (&leaves.at[i], leaves.at[i].chosen.size,
                                    &r->claim[r->leaf[i].claim].partition);
    VEC_CLEAR (leaves);
    return covers;
}

static bool
hydra_confirmed (struct bounded_check_checking *c, const struct hydra_result *r)
{
    bool confirmed = true;
    for (size_t i = 0; i < r->claims; i++)
        confirmed &= r->claim[i].trust == CLAIM_CONFIRMED
                     || r->claim[i].trust == CLAIM_TOLD;
    if (!hydra_covers (r))
        outcome_stop (c->outcome, "the parts of the search do not cover it");
    else if (!confirmed)
        outcome_unknown (c->outcome, "a refutation was not confirmed");
    else
        return true;
    return false;
}

/* Is there a claim that rests on one word from elsewhere? */
static bool
hydra_doubts (const struct hydra_result *r)
{
    bool doubts = false;
    for (size_t i = 0; i < r->claims; i++)
        doubts |= r->claim[i].trust == CLAIM_TOLD;
    return doubts;
}

static void
hydra_seconds (struct bounded_check_checking *c, const struct hydra_result *r)
{
    struct outcome_seconds *s = &c->outcome->seconds;
    s->vc += (double) (r->work_ns - r->check_ns) / 1e9;
    s->solver += (double) r->check_ns / 1e9;
    s->messages += (double) r->server_ns / 1e9;
}

static void
hydra_conclude (struct bounded_check_checking *c, const struct hydra_result *r)
{
    struct outcome *o = c->outcome;
    hydra_seconds (c, r);
    o->counters.partitions = r->partitions;
    o->counters.inlined = r->inlined;
    o->counters.lost = r->lost;
    if (!r->decided)
        outcome_stop (o, "%s", r->problem.message);
    else if (r->kind == ANSWER_UNSAFE) {
        struct trail trail = r->unsafe.trail;
        trail.entry = c->as_read->procedure.at[c->prepared.entry].name;
        trail.to_return = c->prepared.to_return;
        conclude_found (c->as_read, &trail, o);
    } else if (r->kind == ANSWER_UNDECIDED)
        outcome_unknown (o, "the solver gave up a query that cannot be split");
    else if (!hydra_confirmed (c, r))
        ;
    else if (r->kind == ANSWER_SAFE) {
        struct vec_partition leaves = {0};
        hydra_leaves (r, &leaves);
        conclude_safe (&c->prepared, &leaves, hydra_doubts (r), o);
        VEC_CLEAR (leaves);
    } else {
        char line[60];
        uint32_t bound = (uint32_t) c->engine->options->bound;
        outcome_unknown (o, "no error up to bound %u, but calls go beyond it",
                         bound);
        bound_line (bound, line, sizeof line);
        outcome_establish (o, line);
        conclude_assumed (&c->prepared, o);
    }
    char line[160];
    snprintf (line, sizeof line,
              "partitions: %llu, pruned: %llu, pops: %llu, steals: %llu, "
              "dissimilarity: %.3f",
              (unsigned long long) r->partitions,
              (unsigned long long) r->pruned, (unsigned long long) r->pops,
              (unsigned long long) r->steals, r->dissimilarity);
    log_say (c->engine->log, LOG_DETAIL, "%s", line);
}

static void
checking_hydra (struct bounded_check_checking *c)
{
    const struct options *o = c->engine->options;
    struct hydra_options options = {
        .program = buffer_view (&c->program),
        .passive = &c->prepared.passive,
        .classic = o->queue == QUEUE_CLASSIC,
        .fixed_rate = o->rate == RATE_FIXED,
        .split_ns = o->budget ? o->budget * HYDRA_BUDGET_NS : HYDRA_SPLIT_NS,
        .slow_down = HYDRA_SLOW_DOWN,
        .broken = o->broken,
        .events = c->engine->run ? run_memo (c->engine->run) : NULL,
        .log = c->engine->log};
    member *server = hydra_server_new (&options);
    struct problem problem = {0};
    c->outcome->unpredictable = true;
    if (engine_run_team (c->engine, &hydra_server_class, server, &problem))
        hydra_conclude (c, hydra_server_result (server));
    else
        outcome_stop (c->outcome, "%s", problem.message);
    hydra_server_free (server);
}

/* ---- what --emit asks for */

static void
emit_steps (struct bounded_check_checking *c, struct text *t)
{
    const struct options *o = c->engine->options;
    struct partition main;
    partition_init (&main);
    struct search_options options = {.bound =
                                         o->bound ? (uint32_t) o->bound : 1,
                                     .look_beyond = true,
                                     .leftmost = true,
                                     .story = t};
    search *s = search_new (&c->prepared.passive, &main, &options);
    while (search_step (s) == STEP_INLINED)
        ;
    search_free (s);
    partition_clear (&main);
}

static void
checking_emit (struct bounded_check_checking *c)
{
    struct text t;
    text_init (&t);
    if (c->engine->options->emit == EMIT_PASSIVE)
        passive_print (&c->prepared.passive, &t);
    else
        emit_steps (c, &t);
    c->outcome->emitted = text_take (&t);
}

/* ---- the way through */

static bool
checking_usage (const struct options *o, struct problem *p)
{
    const struct place nowhere = {0};
    if (o->engine != ENGINE_AUTO && o->engine != ENGINE_BOUNDED)
        return problem_of_kind (p, PROBLEM_UNSUPPORTED, nowhere,
                                "programs are checked by --engine=bounded, not "
                                "by %s",
                                OPTION_NAME (o, engine));
    if (o->mode == MODE_PAPER || o->mode == MODE_NAIVE)
        return problem_of_kind (p, PROBLEM_USAGE, nowhere,
                                "--mode=%s is cegar's; for programs there are "
                                "sequential, predictable and hydra",
                                OPTION_NAME (o, mode));
    if (o->mode == MODE_HYDRA && !o->bound)
        return problem_of_kind (p, PROBLEM_USAGE, nowhere,
                                "--mode=hydra needs a bound: --bound=K");
    if (o->emit == EMIT_HORN || o->emit == EMIT_DOT)
        return problem_of_kind (p, PROBLEM_USAGE, nowhere,
                                "--emit=%s is for Horn clauses; for programs "
                                "there are boogie, passive and steps",
                                OPTION_NAME (o, emit));
    return true;
}

static void
checking_program (struct bounded_check_checking *c)
{
    const struct options *o = c->engine->options;
    struct bounded_program program = {
        .bound = o->bound ? (uint32_t) o->bound : 1,
        .random = o->split == SPLIT_RANDOM,
        /* A schedule must not choose where a predictable search is split. */
        .seed = o->mode == MODE_HYDRA ? o->seed : 0,
        .never_split = o->split == SPLIT_NEVER,
        .broken = (char *) o->broken};
    bounded_program_write (&program, &c->prepared.passive, &c->program);
}

/* Passes, formulas, and the program for workers.  False: nothing is left. */
static bool
checking_prepare (struct bounded_check_checking *c, struct problem *problem)
{
    uint64_t start = clock_cpu_ns ();
    if (!prepare (&c->prepared, c->as_read, c->engine->options, problem))
        return false;
    buffer_init (&c->program);
    checking_program (c);
    c->vc_ns = clock_cpu_ns () - start;
    return true;
}

static void
checking_drop (struct bounded_check_checking *c)
{
    buffer_clear (&c->program);
    prepared_clear (&c->prepared);
}

bool
check_program (const struct engine_context *engine, struct program *program,
               struct outcome *outcome, struct problem *problem)
{
    const struct options *o = engine->options;
    outcome->engine = "bounded";
    if (!checking_usage (o, problem))
        return false;
    engine_report (engine, "engine: bounded\n");
    if (o->emit == EMIT_BOOGIE) {
        struct text t;
        text_init (&t);
        program_print (program, &t);
        outcome->emitted = text_take (&t);
        return true;
    }
    struct bounded_check_checking c = {
        .engine = engine, .as_read = program, .outcome = outcome};
    if (!checking_prepare (&c, problem))
        return false;
    checking_seconds (&c);
    if (o->emit != EMIT_NONE)
        checking_emit (&c);
    else if (o->mode == MODE_HYDRA)
        checking_hydra (&c);
    else {
        partition_search *partition_run = checking_partition_run (&c);
        checking_pool (&c, partition_run);
        partition_search_free (partition_run);
    }
    checking_drop (&c);
    return true;
}

/* ---- in several goes */

bounding *
bounding_new (const struct engine_context *engine, struct program *program,
              struct problem *problem)
{
    bounding *b = NEW (bounding);
    b->checking =
        (struct bounded_check_checking) {.engine = engine, .as_read = program};
    if (checking_usage (engine->options, problem)
        && checking_prepare (&b->checking, problem)) {
        b->partition_run = checking_partition_run (&b->checking);
        return b;
    }
    memory_free (b);
    return NULL;
}

bool
bounding_go (bounding *b, uint64_t units, struct outcome *outcome)
{
    assert (b->checking.engine->options->mode != MODE_HYDRA);
    b->checking.outcome = outcome;
    outcome->engine = "bounded";
    checking_seconds (&b->checking);
    partition_search_allow (b->partition_run, units);
    checking_pool (&b->checking, b->partition_run);
    return partition_search_result (b->partition_run)->end != SEARCH_SPENT;
}

void
bounding_free (bounding *b)
{
    partition_search_free (b->partition_run);
    checking_drop (&b->checking);
    memory_free (b);
}
