/* checking.c -- see checking.h. */
#include "cegar/checking.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cegar/system/accelerate.h"
#include "cegar/simplify/certificate.h"
#include "cegar/abstraction/item_worker.h"
#include "cegar/simplify/simplify.h"
#include "cegar/abstraction/stages.h"

struct checking {
    const struct cegar_check *check;
    const struct horn *horn;
    struct system system;
    simplification *simplification; /* null: none was made */
    struct term_vec
        guard;   /* of the transitions, before they are strengthened */
    bool linear; /* the system is */
    struct buffer program;
    stages *stages;
    struct digest passed; /* of the last round that was passed */
};

static const enum interpolate_method checking_method[] = {
    [REFINE_AUTO] = INTERPOLATE_AUTO,
    [REFINE_FARKAS] = INTERPOLATE_FARKAS,
    [REFINE_NEWTON] = INTERPOLATE_NEWTON,
    [REFINE_SPACER] = INTERPOLATE_SPACER};

static bool
checking_everywhere (const struct options *o)
{
    return o->scope == SCOPE_ALL
           || (o->scope == SCOPE_AUTO && o->blocks == BLOCKS_SINGLE);
}

/* What houdini may spend before it gives up. */
enum { CHECKING_HOUDINI_UNITS = 4000000, CHECKING_CANDIDATES = 400000 };

/* Candidates per location: fewer if there are many transitions to ask about
 * each; blocks as in the paper go without. */
static size_t
checking_candidates (const checking *c)
{
    const struct options *o = c->check->engine->options;
    size_t most = CHECKING_CANDIDATES / (c->system.transition.size + 1);
    return o->blocks == BLOCKS_SINGLE ? 0 : most < o->seeds ? most : o->seeds;
}

static uint64_t
checking_limit (const struct options *o)
{
    return o->query_limit * 1000;
}

/* ---- the journal, and what the watchdog is told */

static bool
checking_passed (void *context, uint64_t round, struct digest digest)
{
    checking *c = context;
    if (c->check->engine->report_progress) {
        char text[DIGEST_TEXT], line[DIGEST_TEXT + 60];
        digest_print (digest, text);
        snprintf (line, sizeof line, "digest: %s\nrounds: %llu\n", text,
                  (unsigned long long) round);
        engine_report (c->check->engine, line);
    }
    struct problem problem = {0};
    bool good = !c->check->engine->run
                || run_passed (c->check->engine->run, round, digest, &problem);
    if (good)
        c->passed = digest;
    else
        log_say (c->check->engine->log, LOG_SAY, "%s", problem.message);
    return good;
}

static void
checking_tick (void *context, const char *progress)
{
    checking *c = context;
    if (!c->check->engine->report_progress)
        return;
    char line[600];
    snprintf (line, sizeof line, "established: %s\n", progress);
    engine_report (c->check->engine, line);
}

/* ---- the stages */

static void
checking_collect (checking *c, struct vec_seed *seeds)
{
    size_t most = checking_candidates (c);
    if (c->linear) {
        candidates_collect (&c->system, most, seeds);
        return;
    }
    struct system rotated;
    candidates_rotate (&c->system, &rotated);
    candidates_collect (&rotated, most, seeds);
    system_clear (&rotated);
}

static void
checking_stages (checking *c)
{
    const struct options *o = c->check->engine->options;
    bool all = o->engine == ENGINE_AUTO;
    struct reference_options cegar = {.method = checking_method[o->refine],
                                      .everywhere = checking_everywhere (o),
                                      .most_predicates = o->predicates,
                                      .passed = checking_passed,
                                      .context = c};
    struct deepen_options unroll = {.bound = (uint32_t) o->bound,
                                    .limit = checking_limit (o)};
    struct deepen_options induct = unroll;
    induct.induct = true;
    assert (c->guard.size == c->system.transition.size);
    for (size_t t = 0; t < c->guard.size; t++)
        c->system.transition.at[t].guard = c->guard.at[t];
    c->system.known = c->passed = (struct digest) {0};
    struct stages_parts part = {.system = &c->system, .limit = c->check->units};
    if (checking_candidates (c)) {
        struct vec_seed seeds = {0};
        if (c->check->hints)
            user_candidates_candidates (c->check->hints, &c->system,
                                        c->simplification, &seeds);
        if (!c->check->user_candidates_only)
            checking_collect (c, &seeds);
        if (seeds.size)
            part.houdini =
                houdini_new (&c->system, &seeds, CHECKING_HOUDINI_UNITS);
        VEC_CLEAR (seeds);
    }
    if (!c->linear)
        part.hyper = hyper_new (&c->system, &cegar);
    if (c->linear && (all || o->engine == ENGINE_UNROLL))
        part.unroll = deepening_new (&c->system, &unroll);
    if (c->linear && (all || o->engine == ENGINE_INDUCT))
        part.induct = deepening_new (&c->system, &induct);
    if (c->linear && (all || o->engine == ENGINE_CEGAR))
        part.cegar = reference_new (&c->system, &cegar);
    if (c->stages)
        stages_free (c->stages);
    c->stages = stages_new (&part);
}

/* ---- from a stage's result to the outcome */

static void
checking_safe (checking *c, struct stage *winner, struct outcome *o)
{
    assert (winner->invariant || c->system.location.size <= 2);
    size_t relations = c->horn->relation.size;
    const term **invariant = NEW_ARRAY (const term *, relations);
    const struct term_vec **vars =
        NEW_ARRAY (const struct term_vec *, relations);
    const term *const *known = c->stages ? stages_known (c->stages) : NULL;
    for (size_t l = 2; known && l < c->system.location.size; l++)
        winner->invariant[l] =
            term_and2 (c->horn->terms, known[l], winner->invariant[l]);
    if (c->simplification)
        simplify_proof (c->simplification, c->horn->terms, winner->invariant);
    for (size_t l = 2; l < c->system.location.size; l++) {
        uint32_t relation = c->system.location.at[l].relation;
        if (relation == HORN_NONE)
            continue; /* a part of one that was unfolded */
        assert (relation < relations && !invariant[relation]);
        invariant[relation] = winner->invariant[l];
        vars[relation] = c->simplification
                             ? simplify_vars (c->simplification, (uint32_t) l)
                             : &c->system.location.at[l].vars;
    }
    struct text proof;
    text_init (&proof);
    certificate_proof (c->horn, invariant, vars, &proof);
    o->verdict = VERDICT_SAFE;
    o->proof = text_take (&proof);
    memory_free (invariant);
    memory_free (vars);
}

/* The counterexample goes through loops that were accelerated. */
static bool
checking_rounds (checking *c, const struct vec_index *path, uint64_t limit,
                 struct outcome *o)
{
    assert (path->size && limit);
    size_t locations = c->system.location.size;
    const struct term_vec **vars =
        NEW_ARRAY (const struct term_vec *, locations);
    for (uint32_t l = 2; l < locations; l++)
        vars[l] = c->simplification ? simplify_vars (c->simplification, l)
                                    : &c->system.location.at[l].vars;
    struct stretches stretches;
    bool fine =
        accelerate_expand (&c->system, vars, path, limit, &stretches, o);
    if (fine) {
        fine = certificate_stretches (c->horn, &stretches, limit, o);
        stretches_clear (&stretches);
    }
    memory_free (vars);
    return fine;
}

static void
checking_unsafe (checking *c, struct stage *winner, struct outcome *o)
{
    assert (winner->path.size);
    uint64_t limit = checking_limit (c->check->engine->options) * 64;
    const struct vec_index *path = &winner->path;
    struct vec_index clause = {0};
    bool fine;
    system_origins (&c->system, path->at, path->size, &clause);
    if (accelerate_used (&c->system, path))
        fine = checking_rounds (c, path, limit, o);
    else
        fine =
            certificate_derivation (c->horn, clause.at, clause.size, limit, o);
    if (fine)
        o->verdict = VERDICT_UNSAFE;
    VEC_CLEAR (clause);
}

static const char *
checking_engine (const checking *c, const struct stage *winner)
{
    if (c->check->engine->options->engine != ENGINE_AUTO)
        return winner->name;
    return !strcmp (winner->name, "unroll")    ? "auto (unroll)"
           : !strcmp (winner->name, "induct")  ? "auto (induct)"
           : !strcmp (winner->name, "houdini") ? "auto (houdini)"
                                               : "auto (cegar)";
}

void
checking_stage (checking *c, struct stage *winner, struct outcome *o)
{
    assert (winner->end != REFERENCE_RUNS);
    o->digest = digest_chain (winner->digest, bytes_of (winner->name));
    o->counters = winner->counters;
    if (winner->end == REFERENCE_SAFE)
        checking_safe (c, winner, o);
    else if (winner->end == REFERENCE_UNSAFE)
        checking_unsafe (c, winner, o);
    else if (winner->end == REFERENCE_FAILED)
        outcome_stop (o, "%s", winner->reason);
    else
        outcome_unknown (o, "%s", winner->reason);
}

void
checking_conclude (checking *c, const struct pool_result *result,
                   const struct problem *problem, struct outcome *o)
{
    assert (c->stages);
    struct stage *winner = stages_winner (c->stages);
    struct stage *failed = stages_failed (c->stages);
    assert (!winner || !failed);
    if (problem->kind)
        outcome_stop (o, "%s", problem->message);
    else if (!result->decided)
        outcome_stop (o, "%s", result->problem.message);
    else if (failed)
        outcome_stop (o, "%s", failed->reason);
    else if (!winner && stages_spent (c->stages)) {
        outcome_unknown (o, "budget");
        o->digest = stages_digest (c->stages);
    } else if (!winner) {
        char why[600];
        stages_reason (c->stages, why, sizeof why);
        outcome_unknown (o, "%s", why);
    } else {
        o->engine = checking_engine (c, winner);
        checking_stage (c, winner, o);
    }
    /* The last round that was passed: the rest depends on who was how fast.  Of
     * several stages, which go ahead of each other, so do rounds. */
    if (o->stopped && c->check->engine->options->engine != ENGINE_AUTO)
        o->digest = c->passed;
    if (o->verdict == VERDICT_UNKNOWN) {
        char line[600];
        stages_established (c->stages, line, sizeof line);
        VEC_PUSH (o->established, memory_string (line));
    }
    o->counters.answered = result->items;
    o->counters.wasted = result->wasted;
    o->counters.lost = result->lost_workers;
    o->counters.retried = result->retried;
    o->counters.audited = result->audited;
}

/* ---- the ends */

checking *
checking_new (const struct cegar_check *check, const struct horn *horn)
{
    assert (check->engine && check->engine->options);
    const struct options *o = check->engine->options;
    checking *c = NEW (checking);
    c->check = check;
    c->horn = horn;
    system_init (&c->system, horn->terms);
    system_from_horn (&c->system, horn);
    if (o->preprocess == PREPROCESS_FULL)
        c->simplification = simplify (&c->system, o->blocks == BLOCKS_SINGLE);
    system_index (&c->system);
    c->linear = system_linear (&c->system);
    if (c->simplification && system_plain (&c->system)
        && o->blocks == BLOCKS_LARGE)
        accelerate (&c->system);
    assert (system_sound (&c->system));
    for (size_t t = 0; t < c->system.transition.size; t++)
        VEC_PUSH (c->guard, c->system.transition.at[t].guard);
    buffer_init (&c->program);
    item_worker_program (&c->system, checking_limit (o), &c->program);
    return c;
}

void
checking_free (checking *c)
{
    if (c->stages)
        stages_free (c->stages);
    if (c->simplification)
        simplification_free (c->simplification);
    buffer_clear (&c->program);
    VEC_CLEAR (c->guard);
    system_clear (&c->system);
    memory_free (c);
}

bool
checking_fits (const checking *c, struct outcome *o)
{
    const struct options *with = c->check->engine->options;
    bool general = with->engine == ENGINE_AUTO || with->engine == ENGINE_CEGAR;
    bool paper = with->mode == MODE_PAPER || with->mode == MODE_NAIVE;
    if (c->linear || (general && !paper))
        return true;
    outcome_unknown (o, "clauses with two relations in the body: only "
                        "--engine=cegar and auto treat them, in mode "
                        "predictable or sequential");
    return false;
}

const struct system *
checking_system (const checking *c)
{
    return &c->system;
}

void
checking_pool (checking *c, memo *table, struct pool_options *pool)
{
    checking_stages (c);
    *pool = (struct pool_options) {
        .item_worker = &cegar_item_worker,
        .program = buffer_view (&c->program),
        .driver_class = &stages_driver,
        .driver = (driver *) c->stages,
        .memo = table,
        .audit_percent = (unsigned) c->check->engine->options->audit,
        .keep_alive = true,
        .log = c->check->engine->log,
        .tick = checking_tick,
        .context = c};
}

void
checking_paper (const checking *c, struct paper_options *paper)
{
    const struct options *o = c->check->engine->options;
    *paper = (struct paper_options) {.system = &c->system,
                                     .program = buffer_view (&c->program),
                                     .method = checking_method[o->refine],
                                     .everywhere = checking_everywhere (o),
                                     .most_predicates = o->predicates,
                                     .naive = o->mode == MODE_NAIVE,
                                     .broken = o->broken};
}
