/* horn_stage.c -- see horn_stage.h. */
#include "auto/horn_stage.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auto/auto.h"
#include "auto/cells_guess.h"
#include "auto/invariants.h"
#include "auto/reuse.h"
#include "auto/explicit_stage.h"
#include "engine/conclude.h"
#include "engine/draw.h"
#include "cegar/check.h"
#include "program/abstract/array_scalars.h"
#include "program/passes/flatten.h"
#include "program/abstract/integers.h"
#include "horn/from_program.h"
#include "program/trail/solve.h"
#include "report/replay.h"

/* Paths composed between two cut points; seconds for other solvers. */
enum { FLAT_PATHS = 64, FLAT_REPLAY = 300 };
/* For explicit values: a larger program has too many of them.  Units per node,
 * and nodes that fit into memory. */
enum { VALUES_BLOCKS = 60000, VALUES_UNITS = 2, VALUES_NODES = 2000000 };
/* Units of the check by an earlier proof. */
enum { FLAT_REUSE = 200000 };

struct flat {
    struct flat_check check;
    struct engine_context engine; /* the check's, with options of its own */
    struct options options;
    struct program *as_read;
    uint32_t entry; /* of the program as read */
    struct program program;
    struct flat_origins origins;
    struct integers_map integers;
    struct horn horn;
    struct horn_map map;
    loop_names *names;       /* null: nobody wants to know invariants */
    struct outcome *outcome; /* while explicit values are tried */
};

/* ---- the way to clauses */

/* A loop may be several ones then. */
static void
flat_unfold (struct flat *f)
{
    assert (f->program.procedure.size == 1);
    size_t blocks = f->program.procedure.at[0].block.size;
    bool *alone = NEW_ARRAY (bool, blocks + 1);
    struct origin *first = NEW_ARRAY (struct origin, blocks + 1);
    const struct flat_origins *from = &f->origins;
    assert (from->first.size == blocks + 1);
    for (size_t b = 0; b < blocks; b++) {
        first[b].procedure = PROGRAM_NONE;
        if (from->first.at[b] < from->first.at[b + 1])
            first[b] = from->origin.at[from->first.at[b]];
    }
    bool done = unfolded_replace (&f->program, &f->origins, f->engine.log,
                                  f->names ? alone : NULL);
    for (size_t b = 0; done && f->names && b < blocks; b++)
        if (!alone[b])
            loop_names_drop (f->names, first[b]);
    memory_free (alone);
    memory_free (first);
}

static bool
flat_make (struct flat *f, struct problem *problem)
{
    const struct flat_check *c = &f->check;
    struct program *p = &f->program;
    if (!program_expand (p, problem))
        return false;
    uint32_t entry = program_prune (p, f->entry);
    program_specify (p, entry);
    if (!program_flatten (p, entry, c->values ? VALUES_BLOCKS : FLATTEN_BLOCKS,
                          problem))
        return false;
    assert (p->procedure.size == 1);
    assert (!f->names);
    /* Invariants about cells are none that C can say. */
    if ((f->options.witness || draw_wanted (&f->options)) && !c->cells)
        f->names = loop_names_new (p, f->as_read, f->entry);
    program_tidy (p, &f->origins);
    if (c->values)
        return true;
    if (f->options.preprocess == PREPROCESS_FULL) {
        flat_unfold (f);
        if (program_entries (p))
            flat_unfold (f);
    }
    if (c->cells && !program_cells (p, c->cells))
        return problem_of_kind (problem, PROBLEM_UNSUPPORTED,
                                (struct place) {0},
                                "no map is read (or written)");
    if (c->integers)
        program_integers (p, f->options.integers == INTEGERS_MATH,
                          &f->integers);
    assert (program_sound (p));
    log_say (f->engine.log, LOG_DETAIL, "flat: %zu blocks, %zu variables",
             p->procedure.at[0].block.size,
             p->global.size + p->procedure.at[0].local.size);
    assert (!f->horn.clause.size && !f->map.path.size);
    bool good = program_to_horn (p, 0, FLAT_PATHS, &f->horn, &f->map, problem);
    if (good)
        log_say (f->engine.log, LOG_DETAIL, "flat: %zu relations, %zu clauses",
                 f->horn.relation.size, f->horn.clause.size);
    return good;
}

bool
flat_exact (const flat *f)
{
    if (f->check.cells)
        return false;
    return !f->check.integers
           || (f->integers.exact
               && f->engine.options->integers != INTEGERS_MATH);
}

/* ---- SAFE */

/* Of wrapping variables mathematical integers say nothing. */
static void
flat_invariants (struct flat *f, struct outcome *o)
{
    assert (o->verdict == VERDICT_SAFE && o->proof);
    bool math = f->engine.options->integers == INTEGERS_MATH;
    struct invariants_of of = {.names = f->names,
                               .flat = &f->program,
                               .origins = &f->origins,
                               .integers =
                                   f->check.integers ? &f->integers : NULL,
                               .map = &f->map};
    if (f->names && !(math && f->check.integers))
        invariants_say (&of, o);
}

static void
flat_safe (struct flat *f, struct outcome *o)
{
    assert (o->verdict == VERDICT_SAFE && !f->check.values);
    if (!o->proof) {
        outcome_unknown (o, "the proof could not be written down");
        return;
    }
    struct text clauses, report;
    struct problem p = {0};
    text_init (&clauses);
    text_init (&report);
    horn_print (&f->horn, &clauses);
    enum replay_result result =
        replay_check (o->proof, "proof", text_view (&clauses), "clauses",
                      REPLAY_FIRST, FLAT_REPLAY, &report, &p);
    if (report.size && report.data[report.size - 1] == '\n')
        report.data[--report.size] = 0;
    if (result == REPLAY_CONFIRMED)
        log_say (f->engine.log, LOG_DETAIL, "replay: %s", text_view (&report));
    else if (result == REPLAY_LATE)
        outcome_stop (o, "the proof was not confirmed: %s",
                      text_view (&report));
    else if (result == REPLAY_UNDECIDED)
        outcome_unknown (o, "the proof was not confirmed: %s",
                         p.kind ? p.message : text_view (&report));
    else {
        fprintf (stderr, "cohort: internal error: the proof was refuted: %s\n",
                 text_view (&report));
        const char *dir = engine_directory (&f->engine);
        artefact_keep (dir, "refuted.smt2", o->proof);
        artefact_keep (dir, "refuted-clauses.smt2", text_view (&clauses));
        artefact_keep (dir, "refuted.txt", text_view (&report));
        outcome_unknown (o, "internal error: the proof was refuted");
    }
    if (o->verdict == VERDICT_SAFE && f->check.integers
        && f->engine.options->integers == INTEGERS_MATH
        && f->integers.from.size)
        outcome_assume (o, "integers are mathematical");
    if (o->verdict == VERDICT_SAFE)
        flat_invariants (f, o);
    text_clear (&clauses);
    text_clear (&report);
}

/* ---- UNSAFE */

static void
flat_visit (const struct flat *f, uint32_t block, struct trail *trail)
{
    assert (block + 1 < f->origins.first.size);
    const struct flat_origins *from = &f->origins;
    for (uint32_t k = from->first.at[block]; k < from->first.at[block + 1];
         k++) {
        struct origin o = from->origin.at[k];
        assert (o.procedure == PROGRAM_NONE
                || o.procedure < f->as_read->procedure.size);
        if (o.procedure != PROGRAM_NONE && !o.statement)
            VEC_PUSH (trail->visit,
                      ((struct trail_visit) {.procedure = o.procedure,
                                             .block = o.block}));
    }
}

/* The blocks of the clauses that the derivation's steps name; `last` is where
 * those of the last one's last block begin. */
static bool
flat_visits (const struct flat *f, const char *derivation, struct trail *trail,
             size_t *last)
{
    static const char step[] = "(step :assertion ";
    for (const char *at = derivation; (at = strstr (at, step)); at++) {
        unsigned long clause = strtoul (at + sizeof step - 1, NULL, 10);
        if (clause >= f->map.path.size)
            return false;
        const struct clause_path *path = &f->map.path.at[clause];
        for (size_t i = 0; i < path->blocks; i++) {
            *last = trail->visit.size;
            flat_visit (f, path->block[i], trail);
        }
    }
    /* The assertion may stand behind a call, in a visit that began before. */
    if (*last)
        --*last;
    return trail->visit.size > 0;
}

/* What was found about the clauses is not about the program; what the work was
 * stays. */
static void
outcome_again (struct outcome *o)
{
    struct outcome kept = *o;
    struct digest digest = o->digest;
    outcome_init (o);
    o->digest = digest;
    o->counters = kept.counters;
    o->engine = kept.engine;
    o->seconds = kept.seconds;
    outcome_clear (&kept);
}

static void
flat_infeasible (const struct flat *f, struct outcome *o)
{
    if (flat_exact (f))
        outcome_unknown (o, "the counterexample of the clauses is none of the "
                            "program");
    else
        outcome_unknown (o, "the counterexample over integers is none over "
                            "bits");
}

static void
flat_unsafe (struct flat *f, struct outcome *o)
{
    assert (o->verdict == VERDICT_UNSAFE && !f->check.cells);
    const struct options *options = f->engine.options;
    struct trail trail;
    struct trail_goal goal;
    struct problem problem = {0};
    size_t since = 0;
    trail_init (&trail);
    trail.entry = f->as_read->procedure.at[f->entry].name;
    bool path = o->derivation && flat_visits (f, o->derivation, &trail, &since);
    outcome_again (o);
    enum trail_solved solved = TRAIL_UNDECIDED;
    if (path)
        solved = trail_solve_since (&trail, f->as_read, since,
                                    options->query_limit * 1000 * 64, &goal,
                                    &problem);
    if (solved == TRAIL_FOUND)
        conclude_found (f->as_read, &trail, o);
    else if (solved == TRAIL_INFEASIBLE)
        flat_infeasible (f, o);
    else
        outcome_unknown (o, "the counterexample was not confirmed: %s",
                         problem.kind ? problem.message : "no path");
    trail_clear (&trail);
}

/* A path of blocks of the flat program: whether it is an execution. */
static bool
flat_failure (void *context, const struct vec_target *blocks)
{
    struct flat *f = context;
    assert (blocks->size && f->outcome && f->check.values);
    struct trail trail;
    struct trail_goal goal;
    struct problem problem = {0};
    size_t since = 0;
    trail_init (&trail);
    trail.entry = f->as_read->procedure.at[f->entry].name;
    for (size_t i = 0; i < blocks->size; i++) {
        since = trail.visit.size ? trail.visit.size - 1 : 0;
        flat_visit (f, blocks->at[i], &trail);
    }
    uint64_t limit = f->engine.options->query_limit * 1000;
    enum trail_solved solved = TRAIL_INFEASIBLE;
    if (trail.visit.size)
        solved = trail_solve_since (&trail, f->as_read, since, limit, &goal,
                                    &problem);
    bool found = solved == TRAIL_FOUND;
    log_say (f->engine.log, LOG_DETAIL,
             "unfold: a path of %zu blocks is %s%s%s", blocks->size,
             found                        ? "an execution"
             : solved == TRAIL_INFEASIBLE ? "none"
                                          : "not decided",
             problem.kind ? ": " : "", problem.kind ? problem.message : "");
    if (found)
        conclude_found (f->as_read, &trail, f->outcome);
    trail_clear (&trail);
    return found;
}

/* ---- the whole */

/* What an earlier proof says may be all that is needed: a small check by that
 * alone, of which nothing is kept unless it proves the program, or could not go
 * on. */
static bool
flat_reuse (struct flat *f, const struct cegar_check *whole, struct outcome *o)
{
    assert (f->check.reuse && whole->engine == &f->engine);
    struct horn_user_candidates hints = {0};
    struct cegar_check check = *whole;
    reuse_user_candidates (f->check.reuse, &f->horn, &f->map, &hints);
    log_say (f->engine.log, LOG_DETAIL, "reuse: %zu candidates",
             hints.hint.size);
    check.hints = &hints;
    check.user_candidates_only = true;
    if (!check.units || check.units > FLAT_REUSE)
        check.units = FLAT_REUSE;
    /* The journal is of one search. */
    struct engine_context engine = *check.engine;
    engine.run = NULL;
    check.engine = &engine;
    if (hints.hint.size)
        check_horn (&check, &f->horn, o);
    bool good = o->verdict == VERDICT_SAFE || o->stopped;
    if (!good)
        outcome_clear (o);
    horn_user_candidates_clear (&hints);
    return good;
}

/* What may be so of cells is tried alone first: that is often all. */
static void
flat_cells (struct flat *f, const struct cegar_check *whole, struct outcome *o)
{
    assert (f->check.cells && !whole->hints);
    struct horn_user_candidates hints = {0};
    struct cegar_check check = *whole;
    cells_user_candidates (&f->horn, &f->map, &hints);
    log_say (f->engine.log, LOG_DETAIL, "cells: %zu candidates",
             hints.hint.size);
    check.hints = &hints;
    check.user_candidates_only = true;
    check_horn (&check, &f->horn, o);
    if (o->verdict == VERDICT_UNKNOWN && !o->stopped) {
        outcome_clear (o);
        check.user_candidates_only = false;
        check_horn (&check, &f->horn, o);
    }
    horn_user_candidates_clear (&hints);
}

static void
flat_check_horn (struct flat *f, uint64_t units, struct outcome *o)
{
    assert (!o->emitted && !o->proof && !o->derivation);
    const struct flat_check *c = &f->check;
    if (f->options.emit == EMIT_HORN) {
        struct text text;
        text_init (&text);
        horn_print (&f->horn, &text);
        o->emitted = text_take (&text);
        o->engine = OPTION_NAME (&f->options, engine);
        return;
    }
    struct cegar_check check = {.engine = &f->engine, .units = units};
    if (c->cells)
        flat_cells (f, &check, o);
    else if (!c->reuse || !flat_reuse (f, &check, o))
        check_horn (&check, &f->horn, o);
    if (o->verdict == VERDICT_SAFE)
        flat_safe (f, o);
    else if (o->verdict == VERDICT_UNSAFE && c->cells) {
        outcome_again (o);
        outcome_unknown (o, "the counterexample with one cell for each map is "
                            "none of the program");
    } else if (o->verdict == VERDICT_UNSAFE)
        flat_unsafe (f, o);
}

/* The proof is that the same is found again. */
static void
flat_values (struct flat *f, uint64_t units, struct outcome *o)
{
    assert (f->check.values && !o->proof && !o->derivation);
    uint64_t nodes = units ? units / VALUES_UNITS : VALUES_NODES;
    size_t found = 0;
    struct text proof;
    f->outcome = o;
    switch (values_explore (&f->program,
                            nodes < VALUES_NODES ? nodes : VALUES_NODES,
                            f->engine.log, flat_failure, f, &found)) {
    case VALUES_SAFE:
        o->verdict = VERDICT_SAFE;
        text_init (&proof);
        text_print (&proof, VALUES_PROOF ": %zu nodes\n", found);
        o->proof = text_take (&proof);
        break;
    case VALUES_FOUND:
        assert (f->outcome->verdict != VERDICT_SAFE);
        break;
    case VALUES_MORE:
        if (nodes < VALUES_NODES) {
            outcome_unknown (o, "budget");
            break;
        } /* fall through */
    case VALUES_OPEN:
        outcome_unknown (o, "explicit values do not decide");
    }
    /* What was found is all that is committed. */
    o->counters.nodes = found;
    const char *said = o->proof ? o->proof : o->derivation ? o->derivation : "";
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, found);
    buffer_put (&b, said, strlen (said));
    o->digest = digest_of (buffer_view (&b));
    buffer_clear (&b);
}

void
flat_go (flat *f, uint64_t units, struct outcome *o)
{
    if (f->check.values)
        flat_values (f, units, o);
    else
        flat_check_horn (f, units, o);
}

flat *
flat_new (const struct flat_check *check, struct program *as_read,
          uint32_t entry, struct problem *problem)
{
    assert (entry < as_read->procedure.size);
    assert (check->engine && check->engine->options);
    assert (!check->cells || check->integers);
    flat *f = NEW (flat);
    f->check = *check;
    f->engine = *check->engine;
    f->options = *check->engine->options;
    f->engine.options = &f->options;
    f->check.engine = &f->engine;
    f->as_read = as_read;
    f->entry = entry;
    program_copy (&f->program, as_read);
    horn_init (&f->horn, as_read->file);
    if (flat_make (f, problem))
        return f;
    flat_free (f);
    return NULL;
}

void
flat_free (flat *f)
{
    if (!f)
        return;
    loop_names_free (f->names);
    horn_map_clear (&f->map);
    horn_clear (&f->horn);
    if (f->check.integers)
        integers_map_clear (&f->integers);
    flat_origins_clear (&f->origins);
    program_clear (&f->program);
    memory_free (f);
}
