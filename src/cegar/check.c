/* check.c -- see check.h. */
#include "cegar/check.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cegar/certificate.h"
#include "cegar/labor.h"
#include "cegar/paper.h"
#include "cegar/simplify.h"
#include "cegar/stages.h"
#include "cegar/worker.h"
#include "team/crew.h"
#include "team/transport.h"

struct checking {
    const struct check *check;
    const struct horn *horn;
    struct system system;
    simplification *simplification; /* null: none was made */
    struct buffer program;
    memo *memo, *own_memo; /* own_memo: freed here */
    stages *stages;
    struct outcome *outcome;
};

static enum interpolate_method
check_method (const char *name)
{
    return option_is (name, "farkas")   ? INTERPOLATE_FARKAS
           : option_is (name, "newton") ? INTERPOLATE_NEWTON
           : option_is (name, "spacer") ? INTERPOLATE_SPACER
                                        : INTERPOLATE_AUTO;
}

static bool
check_everywhere (const struct options *o)
{
    return option_is (o->scope, "all")
           || (option_is (o->scope, "auto") && option_is (o->blocks, "single"));
}

static uint64_t
check_limit (const struct options *o)
{
    return o->query_limit * 1000;
}

/* ---- the journal, and what the watchdog is told */

static bool
check_passed (void *context, uint64_t round, struct digest digest)
{
    struct checking *c = context;
    if (c->check->tell) {
        char text[DIGEST_TEXT], line[DIGEST_TEXT + 60];
        digest_print (digest, text);
        snprintf (line, sizeof line, "digest: %s\nrounds: %llu\n", text,
                  (unsigned long long) round);
        c->check->tell (c->check->context, line);
    }
    if (!c->check->run)
        return true;
    struct problem problem = {0};
    bool good = run_passed (c->check->run, round, digest, &problem);
    if (!good)
        log_say (c->check->log, LOG_SAY, "%s", problem.message);
    return good;
}

static void
check_tick (void *context, const char *progress)
{
    struct checking *c = context;
    if (!c->check->tell)
        return;
    char line[600];
    snprintf (line, sizeof line, "established: %s\n", progress);
    c->check->tell (c->check->context, line);
}

/* ---- the stages */

static void
check_stages (struct checking *c)
{
    const struct options *o = c->check->options;
    bool all = option_is (o->engine, "auto");
    struct reference_options cegar = {.method = check_method (o->refine),
                                      .everywhere = check_everywhere (o),
                                      .most_predicates = o->predicates,
                                      .passed = check_passed,
                                      .context = c};
    struct deepen_options unroll
        = {.bound = (uint32_t) o->bound, .limit = check_limit (o)};
    struct deepen_options induct = unroll;
    induct.induct = true;
    struct stages_parts part = {0};
    if (all || option_is (o->engine, "unroll"))
        part.unroll = deepening_new (&c->system, &unroll);
    if (all || option_is (o->engine, "induct"))
        part.induct = deepening_new (&c->system, &induct);
    if (all || option_is (o->engine, "cegar"))
        part.cegar = reference_new (&c->system, &cegar);
    c->stages = stages_new (&part);
}

/* ---- the team */

static bool
check_simulated (const struct checking *c, const struct member_class *class,
                 member *master,
                 struct problem *p)
{
    const struct options *o = c->check->options;
    struct simulated_options s = {.seed = o->seed,
                                  .members = (unsigned) o->workers,
                                  .delay_ns = 70000,
                                  .jitter_ns = 500000,
                                  .unit_ns_x1024 = 300000,
                                  .crash_percent = 20,
                                  .suspect_percent = 10,
                                  .late_percent = 20,
                                  .slow_percent = 20,
                                  .spawn = true,
                                  .log = c->check->log};
    struct simulated_outcome outcome;
    return simulated_run (&s, class, master, &cegar_worker_class,
                          cegar_worker_new, cegar_worker_free, NULL, &outcome,
                          p);
}

static bool
check_transport (const struct checking *c, const struct member_class *class,
                 member *master,
                 struct problem *p)
{
    const struct options *o = c->check->options;
    if (option_is (o->transport, "simulated"))
        return check_simulated (c, class, master, p);
    bool mpi = option_is (o->transport, "mpi")
               || (option_is (o->transport, "auto")
                   && transport_mpi_rank () >= 0);
    const struct transport_class *way = mpi ? &transport_mpi : &transport_zmq;
    struct buffer greeting;
    buffer_init (&greeting);
    check_greeting (&greeting);
    struct transport_options transport = {.workers = (unsigned) o->workers,
                                          .listen = o->listen,
                                          .keys = o->keys,
                                          .greeting = buffer_view (&greeting),
                                          .log = c->check->log};
    if (o->memory_limit)
        transport.memory_mb = o->memory_limit / (o->workers + 1);
    bool good = way->master (&transport, class, master, p);
    buffer_clear (&greeting);
    return good;
}

/* Runs the quest over the chosen team; false: problem set. */
static bool
check_team (struct checking *c, const struct crew_options *crew,
            struct crew_result *result, struct problem *p)
{
    if (option_is (c->check->options->mode, "sequential"))
        return crew_alone (crew, result);
    member *master = crew_master_new (crew);
    bool good = check_transport (c, &crew_master_class, master, p);
    *result = *crew_master_result (master);
    crew_master_free (master);
    return good;
}

/* ---- from a stage's result to the outcome */

static void
check_safe (struct checking *c, struct stage *winner)
{
    size_t relations = c->horn->relation.size;
    const term **invariant = NEW_ARRAY (const term *, relations);
    const struct term_vec **vars = NEW_ARRAY (const struct term_vec *, relations);
    if (c->simplification)
        simplify_proof (c->simplification, c->horn->terms, winner->invariant);
    for (size_t l = 2; l < c->system.location.size; l++) {
        uint32_t relation = c->system.location.at[l].relation;
        invariant[relation] = winner->invariant[l];
        vars[relation] = c->simplification
                             ? simplify_vars (c->simplification, (uint32_t) l)
                             : &c->system.location.at[l].vars;
    }
    struct text proof;
    text_init (&proof);
    certificate_proof (c->horn, invariant, vars, &proof);
    c->outcome->verdict = VERDICT_SAFE;
    c->outcome->proof = text_take (&proof);
    memory_free (invariant);
    memory_free (vars);
}

static void
check_unsafe (struct checking *c, struct stage *winner)
{
    struct vec_index clause = {0};
    for (size_t i = 0; i < winner->path.size; i++) {
        const struct transition *t
            = &c->system.transition.at[winner->path.at[i]];
        for (size_t j = 0; j < t->origin.size; j++)
            VEC_PUSH (clause, t->origin.at[j]);
    }
    if (certificate_derivation (c->horn, clause.at, clause.size,
                                check_limit (c->check->options) * 64,
                                c->outcome))
        c->outcome->verdict = VERDICT_UNSAFE;
    else
        outcome_unknown (c->outcome, "the counterexample could not be solved "
                                     "for its values");
    VEC_CLEAR (clause);
}

static const char *
check_engine (const struct checking *c, const struct stage *winner)
{
    if (!option_is (c->check->options->engine, "auto"))
        return winner->name;
    return option_is (winner->name, "unroll")   ? "auto (unroll)"
           : option_is (winner->name, "induct") ? "auto (induct)"
                                                : "auto (cegar)";
}

static void
check_stage (struct checking *c, struct stage *winner)
{
    struct outcome *o = c->outcome;
    o->digest = digest_chain (winner->digest, bytes_of (winner->name));
    o->counters = winner->counters;
    if (winner->end == REFERENCE_SAFE)
        check_safe (c, winner);
    else if (winner->end == REFERENCE_UNSAFE)
        check_unsafe (c, winner);
    else
        outcome_unknown (o, "%s", winner->reason);
}

static void
check_conclude (struct checking *c, const struct crew_result *result,
                const struct problem *problem)
{
    struct outcome *o = c->outcome;
    struct stage *winner = stages_winner (c->stages);
    if (problem->kind)
        outcome_unknown (o, "%s", problem->message);
    else if (!result->decided)
        outcome_unknown (o, "%s", result->problem.message);
    else if (!winner) {
        char why[600];
        stages_reason (c->stages, why, sizeof why);
        outcome_unknown (o, "%s", why);
    } else {
        o->engine = check_engine (c, winner);
        check_stage (c, winner);
    }
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

/* ---- the paper's own protocol */

static void
check_paper (struct checking *c)
{
    const struct options *o = c->check->options;
    struct paper_options paper = {.system = &c->system,
                                  .program = buffer_view (&c->program),
                                  .method = check_method (o->refine),
                                  .everywhere = check_everywhere (o),
                                  .most_predicates = o->predicates,
                                  .naive = option_is (o->mode, "naive"),
                                  .broken = o->broken};
    member *master = paper_master_new (&paper);
    struct problem problem = {0};
    check_transport (c, &paper_master_class, master, &problem);
    struct stage *stage = paper_master_stage (master);
    c->outcome->unpredictable = paper.naive;
    if (problem.kind)
        outcome_unknown (c->outcome, "%s", problem.message);
    else
        check_stage (c, stage);
    log_say (c->check->log, LOG_DETAIL, "refined paths:\n%s",
             paper_master_story (master));
    paper_master_free (master);
}

static void
check_run (struct checking *c)
{
    const struct options *o = c->check->options;
    check_stages (c);
    struct crew_options crew = {.labor = &cegar_labor,
                                .program = buffer_view (&c->program),
                                .quest_class = &stages_quest,
                                .quest = (quest *) c->stages,
                                .memo = c->memo,
                                .audit_percent = (unsigned) o->audit,
                                .keep_alive = true,
                                .log = c->check->log,
                                .tick = check_tick,
                                .context = c};
    struct crew_result result = {0};
    struct problem problem = {0};
    check_team (c, &crew, &result, &problem);
    check_conclude (c, &result, &problem);
    stages_free (c->stages);
}

void
check_horn (const struct check *check, const struct horn *horn,
            struct outcome *outcome)
{
    const struct options *o = check->options;
    struct checking c = {.check = check, .horn = horn, .outcome = outcome};
    system_init (&c.system, horn->terms);
    system_from_horn (&c.system, horn);
    if (option_is (o->preprocess, "full"))
        c.simplification
            = simplify (&c.system, option_is (o->blocks, "single"));
    system_index (&c.system);
    assert (system_sound (&c.system));
    if (!option_is (o->emit, "none")) {
        struct text text;
        text_init (&text);
        if (option_is (o->emit, "dot"))
            system_dot (&c.system, &text);
        else
            system_smtlib (&c.system, &text);
        outcome->emitted = text_take (&text);
    } else {
        buffer_init (&c.program);
        labor_program (&c.system, check_limit (o), &c.program);
        c.own_memo = check->run ? NULL : memo_new ();
        c.memo = check->run ? run_memo (check->run) : c.own_memo;
        outcome->engine = o->engine;
        if (option_is (o->mode, "paper") || option_is (o->mode, "naive"))
            check_paper (&c);
        else
            check_run (&c);
        if (c.own_memo)
            memo_free (c.own_memo);
        buffer_clear (&c.program);
    }
    if (c.simplification)
        simplification_free (c.simplification);
    system_clear (&c.system);
}
