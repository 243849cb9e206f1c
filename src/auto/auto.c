/* auto.c -- see auto.h. */
#include "auto/auto.h"

#include <assert.h>

#include "auto/portfolio.h"
#include "auto/horn_stage.h"
#include "auto/select.h"
#include "bounded/check.h"
#include "program/attributes.h"
#include "program/entry.h"

/* ---- what the program itself says about verdicts */

static void
outcome_marks (const struct program *p, struct outcome *o)
{
    if (o->verdict != VERDICT_SAFE && !o->established.size)
        return;
    for (size_t i = 0; i < p->axiom.size; i++) {
        const char *mark = mark_string (p->axiom.at[i].attribute, MARK_ASSUMES);
        if (mark)
            outcome_assume (o, mark);
    }
}

/* ---- all assertions at once */

static bool
auto_bounded (struct effort *effort, struct program *program, struct outcome *o,
              struct problem *problem)
{
    assert (!o->emitted);
    assert (effort->memo);
    struct engine_context engine = *effort->check->engine;
    /* The journal is of one search. */
    if (effort->goes++) {
        engine.memo = effort->memo;
        engine.run = NULL;
    }
    if (!check_program (&engine, program, o, problem))
        return false;
    struct buffer b;
    buffer_init (&b);
    buffer_digest (&b, o->digest);
    assert (effort->goes);
    if (effort->goes > 1)
        o->digest = digest_chain (effort->digest, buffer_view (&b));
    effort->digest = o->digest;
    buffer_clear (&b);
    return true;
}

static bool
auto_once (struct effort *effort, struct program *program, struct outcome *o,
           struct problem *problem)
{
    assert (!problem->kind);
    const struct options *options = effort->check->engine->options;
    return options->engine == ENGINE_BOUNDED || options->mode == MODE_HYDRA
               ? auto_bounded (effort, program, o, problem)
               : portfolio_run (effort, program, o, problem);
}

/* What a search without cuts establishes is nothing about the program: only the
 * reason stays. */
static void
outcome_only (struct outcome *o, const char *reason)
{
    assert (reason && *reason);
    struct digest digest = o->digest;
    const char *engine = o->engine;
    outcome_clear (o);
    o->digest = digest;
    o->engine = engine;
    outcome_unknown (o, "%s", reason);
}

/* Something that is not modelled can be reached.  An error that is reached
 * without it counts all the same. */
static bool
auto_without_cuts (struct effort *effort, struct program *program,
                   struct outcome *o, struct problem *problem)
{
    assert (outcome_is_cut (o));
    char *cut = memory_string (o->reason);
    struct program copy;
    select_copy (&copy, program, NULL, false);
    outcome_clear (o);
    bool good = auto_once (effort, &copy, o, problem);
    if (good && o->verdict != VERDICT_UNSAFE && !o->stopped)
        outcome_only (o, cut);
    program_clear (&copy);
    memory_free (cut);
    return good;
}

static bool
auto_run (struct effort *effort, struct program *program, struct outcome *o,
          struct problem *problem)
{
    assert (!o->emitted);
    bool good = auto_once (effort, program, o, problem);
    if (good && outcome_is_cut (o))
        good = auto_without_cuts (effort, program, o, problem);
    if (good && o->verdict == VERDICT_UNSAFE && effort->check->confirm)
        effort->check->confirm (effort->check->context, program, o);
    if (good)
        outcome_marks (program, o);
    return good;
}

/* ---- one verdict per check */

static int
verdict_rank (enum verdict v)
{
    return v == VERDICT_UNSAFE ? 2 : v == VERDICT_UNKNOWN ? 1 : 0;
}

/* The worse of both, the first of equals; what any rests on. */
static void
outcome_merge (struct outcome *o, struct outcome *next)
{
    assert (!o->stopped && !next->stopped && !next->judged.size);
    if (verdict_rank (next->verdict) > verdict_rank (o->verdict)) {
        struct outcome swap = *o;
        *o = *next;
        *next = swap;
        struct vec_judged judged = o->judged;
        o->judged = next->judged;
        next->judged = judged;
    }
    for (size_t i = 0; i < next->assumes.size; i++)
        outcome_assume (o, next->assumes.at[i]);
}

/* One could not go on: that ends all, whatever was found before. */
static void
outcome_end (struct outcome *o, struct outcome *stopped)
{
    assert (stopped->stopped);
    assert (!stopped->judged.size);
    struct vec_judged judged = o->judged;
    o->judged = (struct vec_judged) {0};
    outcome_clear (o);
    *o = *stopped;
    outcome_init (stopped);
    o->judged = judged;
}

static bool
auto_each (struct effort *effort, struct program *program,
           const struct vec_assertions *groups, struct outcome *o,
           struct problem *problem)
{
    assert (groups->size);
    struct text name;
    text_init (&name);
    bool good = true;
    for (size_t i = 0; good && !o->stopped && i < groups->size; i++) {
        struct outcome one;
        struct program copy;
        outcome_init (&one);
        assert (!o->stopped && o->judged.size == i);
        select_copy (&copy, program, &groups->at[i], true);
        good = auto_run (effort, &copy, &one, problem);
        text_reset (&name);
        select_name (&groups->at[i], &name);
        if (!i) {
            outcome_clear (o);
            *o = one;
            outcome_init (&one);
            outcome_judge (o, text_view (&name), o->verdict);
        } else if (good) {
            outcome_judge (o, text_view (&name), one.verdict);
            if (one.stopped)
                outcome_end (o, &one);
            else
                outcome_merge (o, &one);
        }
        outcome_clear (&one);
        program_clear (&copy);
    }
    /* A proof is of one group only. */
    if (groups->size > 1) {
        memory_free (o->proof);
        o->proof = NULL;
        outcome_invariants_clear (o);
    }
    o->digest = effort->digest;
    text_clear (&name);
    return good;
}

static bool
auto_decide (struct effort *effort, struct program *program, struct outcome *o,
             struct problem *problem)
{
    struct vec_assertions groups = {0};
    if (effort->check->engine->options->all)
        select_find (program, &groups);
    bool good = groups.size ? auto_each (effort, program, &groups, o, problem)
                            : auto_run (effort, program, o, problem);
    VEC_CLEAR (groups);
    return good;
}

/* ---- what --emit asks for */

static char *
auto_flat (const struct auto_check *check, struct program *program,
           enum option_emit emit, enum clauses_kind kind, bool *exact,
           struct problem *problem)
{
    assert (emit != EMIT_NONE);
    struct options options = *check->engine->options;
    options.emit = emit;
    struct engine_context engine = {.options = &options,
                                    .log = check->engine->log};
    struct flat_check check_flat = {.engine = &engine,
                                    .integers = kind != CLAUSES_BITS,
                                    .cells = kind == CLAUSES_READ ? CELLS_READ
                                             : kind == CLAUSES_WRITTEN
                                                 ? CELLS_WRITTEN
                                                 : CELLS_NONE};
    struct outcome o;
    outcome_init (&o);
    uint32_t entry;
    flat *made = program_entry (program, options.entry, &entry, problem)
                     ? flat_new (&check_flat, program, entry, problem)
                     : NULL;
    if (made) {
        *exact = flat_exact (made);
        flat_go (made, 0, &o);
    }
    char *emitted = o.emitted;
    o.emitted = NULL;
    outcome_clear (&o);
    flat_free (made);
    return emitted;
}

char *
auto_clauses (const struct auto_check *check, struct program *program,
              enum clauses_kind kind, bool *exact, struct problem *problem)
{
    assert (kind <= CLAUSES_WRITTEN);
    return auto_flat (check, program, EMIT_HORN, kind, exact, problem);
}

bool
auto_values (const struct auto_check *check, struct program *program,
             struct problem *problem)
{
    assert (check->engine && check->engine->options);
    struct engine_context engine = {.options = check->engine->options,
                                    .log = check->engine->log};
    struct flat_check values = {.engine = &engine, .values = true};
    struct outcome o;
    uint32_t entry;
    outcome_init (&o);
    flat *made =
        program_entry (program, check->engine->options->entry, &entry, problem)
            ? flat_new (&values, program, entry, problem)
            : NULL;
    if (made)
        flat_go (made, 0, &o);
    bool safe = o.verdict == VERDICT_SAFE;
    outcome_clear (&o);
    flat_free (made);
    return safe;
}

/* Clauses that are the program: over integers if these are exact. */
static bool
auto_emit (struct effort *effort, struct program *program, struct outcome *o,
           struct problem *problem)
{
    assert (!o->emitted);
    const struct auto_check *check = effort->check;
    enum option_emit what = check->engine->options->emit;
    if (what != EMIT_HORN && what != EMIT_DOT)
        return auto_bounded (effort, program, o, problem);
    bool exact = false,
         math = check->engine->options->integers == INTEGERS_MATH;
    o->emitted =
        auto_flat (check, program, what, CLAUSES_INTEGERS, &exact, problem);
    if (o->emitted && !exact && !math) {
        memory_free (o->emitted);
        o->emitted =
            auto_flat (check, program, what, CLAUSES_BITS, &exact, problem);
    }
    return o->emitted;
}

/* ---- the way through */

static bool
auto_usage (const struct options *o, struct problem *p)
{
    bool cegar = o->engine == ENGINE_CEGAR;
    if ((o->mode == MODE_PAPER || o->mode == MODE_NAIVE) && !cegar)
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                "--mode=%s is cegar's: --engine=cegar",
                                OPTION_NAME (o, mode));
    if (o->mode == MODE_HYDRA && o->engine != ENGINE_AUTO
        && o->engine != ENGINE_BOUNDED)
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                "--mode=hydra is bounded's: --engine=bounded");
    return true;
}

bool
auto_program (const struct auto_check *check, struct program *program,
              struct outcome *o, struct problem *problem)
{
    assert (check->engine && check->engine->options);
    assert (!check->engine->memo);
    const struct options *options = check->engine->options;
    if (!auto_usage (options, problem))
        return false;
    memo *own = check->engine->run ? NULL : memo_new ();
    struct effort effort = {.check = check,
                            .memo = own ? own : run_memo (check->engine->run)};
    o->engine = OPTION_NAME (options, engine);
    bool good = options->emit == EMIT_NONE
                    ? auto_decide (&effort, program, o, problem)
                    : auto_emit (&effort, program, o, problem);
    memo_free (own);
    return good;
}
