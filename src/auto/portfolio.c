/* portfolio.c -- see portfolio.h. */
#include "auto/portfolio.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "auto/horn_stage.h"
#include "auto/concrete/execution_stage.h"
#include "auto/summaries/summaries.h"
#include "bounded/check.h"
#include "program/abstract/array_cells.h"
#include "program/entry.h"
#include "sat/check.h"

/* Units of round 0, for each stage: well below a second of solver work. */
enum { AUTO_UNITS = 500000, AUTO_ROUNDS = 40 };

enum stage_number {
    STAGE_VALUES,
    STAGE_SAT,
    STAGE_BOUNDED,
    STAGE_RUNS,
    STAGE_SUMMARIES,
    STAGE_CELLS,
    STAGE_INTEGERS,
    STAGE_WRITTEN,
    STAGE_BITS,
    STAGES
};

static const struct {
    const char *name, *engine; /* what the outcome says */
} stage_names[STAGES] = {{"values", "auto (values)"},
                         {"sat", "auto (sat)"},
                         {"bounded", "auto (bounded)"},
                         {"runs", "auto (runs)"},
                         {"summaries", "auto (summaries)"},
                         {"cells", "auto (cells)"},
                         {"integers", "auto (integers)"},
                         {"written", "auto (written)"},
                         {"bits", "auto (bits)"}};

struct stage_state {
    bool out;               /* not to be run (again) */
    struct outcome outcome; /* of the last go */
    flat *flat; /* of a stage over the flat program; null: none yet */
};

/* All stages on one program. */
struct portfolio {
    struct effort *effort;
    const struct auto_check *check; /* the effort's */
    struct engine_context engine;   /* of the stages: its reports and its teams
                                       go through the portfolio */
    struct program *program;
    uint32_t entry;
    bounding *bounding;
    sat_check *sat;
    runs *runs;
    struct stage_state stage[STAGES];
};

/* ---- what the watchdog is told, and the journal */

/* Of what a stage tells, only what is established: digests of a stage are none
 * of the whole. */
static void
portfolio_report (void *context, const char *lines)
{
    assert (lines);
    struct portfolio *c = context;
    struct text t;
    text_init (&t);
    for (const char *at = lines; *at;
         at += strcspn (at, "\n"), at += *at == '\n')
        if (!strncmp (at, "established: ", 13)) {
            text_add_n (&t, at, strcspn (at, "\n"));
            text_char (&t, '\n');
        }
    if (t.size)
        engine_report (c->check->engine, text_view (&t));
    text_clear (&t);
}

static bool
portfolio_run_team (void *context, const struct member_class *class,
                    member *master, struct problem *p)
{
    struct portfolio *c = context;
    return engine_run_team (c->check->engine, class, master, p);
}

/* A stage has had its go.  False: the journal says otherwise. */
static bool
portfolio_passed (struct portfolio *c, const struct outcome *o,
                  struct problem *problem)
{
    assert (!o->stopped);
    struct buffer b;
    buffer_init (&b);
    buffer_digest (&b, o->digest);
    struct effort *e = c->effort;
    e->digest = digest_chain (e->digest, buffer_view (&b));
    buffer_clear (&b);
    e->goes++;
    if (c->check->engine->report_progress) {
        char digest[DIGEST_TEXT], lines[DIGEST_TEXT + 80];
        digest_print (e->digest, digest);
        snprintf (lines, sizeof lines, "engine: %s\ndigest: %s\n",
                  OPTION_NAME (c->check->engine->options, engine), digest);
        engine_report (c->check->engine, lines);
    }
    return !c->check->engine->run
           || run_passed (c->check->engine->run, e->goes, e->digest, problem);
}

/* ---- stages */

static bool
stage_bounded (struct portfolio *c, uint64_t units, struct outcome *o,
               bool *spent, struct problem *problem)
{
    if (!c->bounding)
        c->bounding = bounding_new (&c->engine, c->program, problem);
    if (!c->bounding)
        return false;
    *spent = !bounding_go (c->bounding, units, o);
    return true;
}

static bool
stage_sat (struct portfolio *c, uint64_t units, struct outcome *o, bool *spent,
           struct problem *problem)
{
    if (!c->sat)
        c->sat = sat_check_new (&c->engine, c->program, c->entry, problem);
    if (!c->sat)
        return false;
    *spent = !sat_check_go (c->sat, units, o);
    return true;
}

static bool
stage_runs (struct portfolio *c, uint64_t units, struct outcome *o, bool *spent,
            struct problem *problem)
{
    if (!c->runs)
        c->runs =
            runs_new (c->program, c->entry, c->check->engine->log, problem);
    if (!c->runs)
        return false;
    runs_go (c->runs, units, o);
    *spent = true; /* there are always more */
    return true;
}

static bool
stage_spent (const struct outcome *o)
{
    return o->verdict == VERDICT_UNKNOWN && o->reason
           && !strcmp (o->reason, "budget");
}

static bool
stage_summaries (struct portfolio *c, uint64_t units, struct outcome *o,
                 bool *spent, struct problem *problem)
{
    struct summaries_check check = {.engine = &c->engine, .units = units};
    if (!summaries_decide (&check, c->program, o, problem))
        return false;
    *spent = stage_spent (o);
    return true;
}

static bool
stage_flat (struct portfolio *c, enum stage_number s, uint64_t units,
            struct outcome *o, bool *spent, struct problem *problem)
{
    assert (s != STAGE_BOUNDED && s != STAGE_SAT && s != STAGE_RUNS
            && s != STAGE_SUMMARIES);
    bool integers = s == STAGE_INTEGERS;
    struct options options = *c->check->engine->options;
    if (options.engine == ENGINE_AUTO)
        options.bound = 0; /* bounded's */
    struct engine_context engine = c->engine;
    engine.options = &options;
    struct flat_check check = {.engine = &engine,
                               .reuse = c->check->reuse,
                               .integers = integers || s == STAGE_CELLS
                                           || s == STAGE_WRITTEN,
                               .values = s == STAGE_VALUES,
                               .cells = s == STAGE_CELLS     ? CELLS_READ
                                        : s == STAGE_WRITTEN ? CELLS_WRITTEN
                                                             : CELLS_NONE};
    flat **f = &c->stage[s].flat;
    if (!*f)
        *f = flat_new (&check, c->program, c->entry, problem);
    /* Bits add nothing to exact integers, and are no way round what cannot be
     * made flat. */
    if (integers && (!*f || flat_exact (*f)))
        c->stage[STAGE_BITS].out = true;
    if (!*f)
        return false;
    flat_go (*f, units, o);
    *spent = stage_spent (o);
    return true;
}

/* One go of a stage.  False: the input's fault, or ours; a stage that cannot
 * treat the program is out. */
static bool
stage_go (struct portfolio *c, enum stage_number s, uint64_t units,
          struct problem *problem)
{
    assert (units && !c->stage[s].out);
    struct stage_state *stage = &c->stage[s];
    struct outcome *o = &stage->outcome;
    struct problem own = {0};
    bool spent = false;
    outcome_clear (o);
    log_phase (c->check->engine->log, "stage %s", stage_names[s].name);
    log_say (c->check->engine->log, LOG_DETAIL, "stage %s, %llu units",
             stage_names[s].name, (unsigned long long) units);
    bool good = s == STAGE_BOUNDED ? stage_bounded (c, units, o, &spent, &own)
                : s == STAGE_SAT   ? stage_sat (c, units, o, &spent, &own)
                : s == STAGE_RUNS  ? stage_runs (c, units, o, &spent, &own)
                : s == STAGE_SUMMARIES
                    ? stage_summaries (c, units, o, &spent, &own)
                    : stage_flat (c, s, units, o, &spent, &own);
    if (!good && own.kind != PROBLEM_UNSUPPORTED) {
        *problem = own;
        return false;
    }
    if (!good)
        outcome_unknown (o, "%s", own.message);
    if (o->stopped)
        return true;
    stage->out = !spent && o->verdict == VERDICT_UNKNOWN && !outcome_is_cut (o);
    if (o->verdict == VERDICT_UNKNOWN)
        log_say (c->check->engine->log, LOG_DETAIL, "stage %s: %s",
                 stage_names[s].name, o->reason ? o->reason : "not decided");
    return true;
}

/* That something that is not modelled is reached is a decision, too. */
static bool
stage_decided (const struct portfolio *c, enum stage_number s)
{
    const struct outcome *o = &c->stage[s].outcome;
    return o->verdict != VERDICT_UNKNOWN || outcome_is_cut (o);
}

/* ---- contradictions */

static void
artefact_save (const struct portfolio *c, enum stage_number s)
{
    assert (stage_decided (c, s));
    const struct outcome *o = &c->stage[s].outcome;
    const char *data = o->verdict == VERDICT_SAFE ? o->proof : o->derivation;
    struct text name;
    text_init (&name);
    text_print (&name, "%s-%s.txt", stage_names[s].name,
                verdict_name (o->verdict));
    if (data)
        artefact_keep (engine_directory (c->check->engine), text_view (&name),
                       data);
    text_clear (&name);
}

/* With --audit the stages after the winner have their go too, of which nothing
 * is committed: what they find must not differ. */
static bool
portfolio_audit (struct portfolio *c, enum stage_number winner, uint64_t units,
                 struct problem *problem)
{
    assert (stage_decided (c, winner));
    struct outcome *won = &c->stage[winner].outcome;
    for (int s = winner + 1; c->check->engine->options->audit && s < STAGES;
         s++) {
        const struct outcome *o = &c->stage[s].outcome;
        if (c->stage[s].out)
            continue;
        if (!stage_go (c, s, units, problem))
            return false;
        if (o->stopped) {
            outcome_clear (won);
            outcome_stop (won, "audit: %s", o->reason);
            return true;
        }
        /* With a cut that is reached both others may be found as well. */
        if (o->verdict == VERDICT_UNKNOWN || won->verdict == VERDICT_UNKNOWN
            || o->verdict == won->verdict)
            continue;
        artefact_save (c, winner);
        artefact_save (c, s);
        return problem_of_kind (problem, PROBLEM_INTERNAL, (struct place) {0},
                                "%s says %s and %s says %s",
                                stage_names[winner].name, outcome_verdict (won),
                                stage_names[s].name, outcome_verdict (o));
    }
    return true;
}

/* ---- rounds */

static void
portfolio_wins (struct portfolio *c, enum stage_number s, struct outcome *o)
{
    assert (!o->emitted);
    outcome_clear (o);
    *o = c->stage[s].outcome;
    outcome_init (&c->stage[s].outcome);
    if (c->check->engine->options->engine == ENGINE_AUTO)
        o->engine = stage_names[s].engine;
}

/* A stage could not go on.  What it would have found is not known, so that no
 * other may have its turn: the reason ends all, and as nothing of that go is
 * committed, a resumed run has it again. */
static void
portfolio_stops (struct portfolio *c, enum stage_number s, struct outcome *o)
{
    assert (c->stage[s].outcome.stopped && c->stage[s].outcome.reason);
    portfolio_wins (c, s, o);
    o->engine = OPTION_NAME (c->check->engine->options, engine);
    if (c->check->engine->options->engine == ENGINE_AUTO)
        outcome_stop (o, "%s: %s", stage_names[s].name, o->reason);
}

/* Nobody has decided, and nobody would with more units. */
static void
portfolio_ends (struct portfolio *c, struct outcome *o)
{
    assert (!o->reason && o->verdict == VERDICT_UNKNOWN);
    struct text why;
    text_init (&why);
    size_t told = 0;
    for (int s = 0; s < STAGES; s++)
        told += c->stage[s].outcome.reason != NULL;
    for (int s = 0; s < STAGES; s++) {
        const struct outcome *from = &c->stage[s].outcome;
        if (!from->reason)
            continue;
        text_print (&why, "%s%s%s%s", why.size ? "; " : "",
                    told > 1 ? stage_names[s].name : "", told > 1 ? ": " : "",
                    from->reason);
        for (size_t i = 0; i < from->established.size; i++)
            outcome_establish (o, from->established.at[i]);
        for (size_t i = 0; i < from->assumes.size; i++)
            outcome_assume (o, from->assumes.at[i]);
    }
    outcome_unknown (o, "%s", text_view (&why));
    o->engine = OPTION_NAME (c->check->engine->options, engine);
    text_clear (&why);
}

static void
portfolio_stages (struct portfolio *c)
{
    bool all = c->check->engine->options->engine == ENGINE_AUTO;
    c->stage[STAGE_BOUNDED].out = !all;
    bool to_return = c->check->engine->options->goal == GOAL_RETURN;
    c->stage[STAGE_RUNS].out = !all || to_return;
    c->stage[STAGE_SUMMARIES].out =
        !all || to_return || !summaries_apply (c->program, c->entry);
    c->stage[STAGE_VALUES].out = !all || to_return;
    c->stage[STAGE_CELLS].out = c->stage[STAGE_WRITTEN].out =
        !all || to_return || !program_reads_maps (c->program);
    bool sat = c->check->engine->options->engine == ENGINE_SAT;
    c->stage[STAGE_SAT].out =
        to_return || (!sat && (!all || !program_reads_maps (c->program)));
    c->stage[STAGE_INTEGERS].out = to_return || sat;
    c->stage[STAGE_BITS].out =
        to_return || sat
        || c->check->engine->options->integers == INTEGERS_MATH;
}

/* An earlier proof is tried before anything else: those who can, begin. */
static enum stage_number
stage_order (const struct portfolio *c, unsigned round, int place)
{
    assert (place >= 0 && place < STAGES);
    bool reuse = c->check->reuse && !round;
    return (enum stage_number) (reuse ? (place + STAGE_INTEGERS) % STAGES
                                      : place);
}

static bool
portfolio_rounds (struct portfolio *c, struct outcome *o,
                  struct problem *problem)
{
    portfolio_stages (c);
    for (unsigned round = 0;; round++) {
        assert (c->effort->goes >= round);
        uint64_t units = (uint64_t) AUTO_UNITS
                         << (round < AUTO_ROUNDS ? round : AUTO_ROUNDS);
        size_t left = 0;
        for (int place = 0; place < STAGES; place++) {
            enum stage_number s = stage_order (c, round, place);
            if (c->stage[s].out)
                continue;
            if (!stage_go (c, s, units, problem))
                return false;
            if (c->stage[s].outcome.stopped) {
                portfolio_stops (c, s, o);
                return true;
            }
            if (!portfolio_passed (c, &c->stage[s].outcome, problem))
                return false;
            if (stage_decided (c, s)) {
                if (!portfolio_audit (c, s, units, problem))
                    return false;
                portfolio_wins (c, s, o);
                return true;
            }
            left += !c->stage[s].out && s != STAGE_RUNS;
        }
        if (!left) {
            portfolio_ends (c, o);
            return true;
        }
    }
}

bool
portfolio_run (struct effort *effort, struct program *program,
               struct outcome *o, struct problem *problem)
{
    assert (effort->check && effort->memo);
    assert (!problem->kind);
    struct portfolio c = {
        .effort = effort, .check = effort->check, .program = program};
    /* The journal is the portfolio's: a stage has the table of answers alone. */
    c.engine = *effort->check->engine;
    c.engine.run = NULL;
    c.engine.memo = effort->memo;
    c.engine.run_team = portfolio_run_team;
    c.engine.report_progress =
        effort->check->engine->report_progress ? portfolio_report : NULL;
    c.engine.context = &c;
    if (!program_entry (program, c.engine.options->entry, &c.entry, problem))
        return false;
    assert (c.entry < program->procedure.size);
    bool good = portfolio_rounds (&c, o, problem);
    o->digest = effort->digest;
    if (c.bounding)
        bounding_free (c.bounding);
    sat_check_free (c.sat);
    runs_free (c.runs);
    for (int s = 0; s < STAGES; s++) {
        outcome_clear (&c.stage[s].outcome);
        flat_free (c.stage[s].flat);
    }
    return good;
}
