/* auto.c -- stages in order, checks one by one, and what is not modelled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "auto/auto.h"
#include "auto/select.h"
#include "bounded/search/item.h"
#include "cegar/abstraction/item_worker_class.h"
#include "cegar/check.h"
#include "frontend/boogie/boogie.h"
#include "logic/solver/solver.h"
#include "team/pool/pool.h"
#include "team/transport/simulated.h"

static struct options options;
static struct outcome outcome;
static size_t confirmed;
static bool doubts;

static int
setup (void **state)
{
    (void) state;
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    outcome_init (&outcome);
    confirmed = 0;
    doubts = false;
    return 0;
}

static int
teardown (void **state)
{
    (void) state;
    outcome_clear (&outcome);
    return 0;
}

static void
read_text (struct program *p, const char *text)
{
    struct problem problem = {0};
    program_init (p, "t.bpl");
    if (!boogie_read (p, text, strlen (text), "t.bpl", &problem))
        fail_msg ("%s", problem.message);
}

static void
confirm (void *context, struct program *p, struct outcome *o)
{
    (void) context;
    assert_true (program_sound (p));
    assert_int_equal (o->verdict, VERDICT_UNSAFE);
    assert_non_null (o->derivation);
    confirmed++;
    if (doubts)
        outcome_unknown (o, "not so");
}

/* The verdict on `text`; what else there is stands in `outcome`. */
static enum verdict
decide (const char *text)
{
    struct program p;
    struct log log;
    struct problem problem = {0};
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    read_text (&p, text);
    struct engine_context engine = {.options = &options, .log = &log};
    struct auto_check check = {.engine = &engine, .confirm = confirm};
    if (!auto_program (&check, &p, &outcome, &problem))
        fail_msg ("%s", problem.message);
    program_clear (&p);
    return outcome.verdict;
}

static const char straight[] = "procedure main () {\n"
                               "  var x: int;\n"
                               "  havoc x;\n"
                               "  assume x > 1;\n"
                               "  assert {:check \"a\"} x > 0;\n"
                               "  assert {:check \"b\"} x > 2;\n"
                               "  assert {:check \"a\"} x > 1;\n"
                               "}\n";

/* Bounded cannot prove it, invariants can. */
static const char loop[] = "procedure main () {\n"
                           "  var x, y: int;\n"
                           "  x := 0;\n"
                           "  y := 0;\n"
                           "  while (*) { x := x + 1; y := y + 1; }\n"
                           "  assert x == y;\n"
                           "}\n";

static void
groups_by_place_or_name (void **state)
{
    (void) state;
    struct program p;
    struct vec_assertions groups = {0};
    struct text t;
    text_init (&t);
    read_text (&p, straight);
    select_find (&p, &groups);
    assert_int_equal (groups.size, 3);
    select_name (&groups.at[1], &t);
    assert_string_equal (text_view (&t), "t.bpl:6:3 b");
    VEC_CLEAR (groups);
    program_clear (&p);

    text_reset (&t);
    text_add (&t, "procedure main () { var n: int;\n");
    for (int i = 0; i <= SELECT_PLACES; i++)
        text_print (&t, "assert {:check \"%s\"} n < %d;\n", i % 2 ? "x" : "y",
                    i);
    text_add (&t, "assert {:cut \"c\"} 1 < 0; }\n");
    read_text (&p, text_view (&t));
    select_find (&p, &groups);
    assert_int_equal (groups.size, 2);
    text_reset (&t);
    select_name (&groups.at[0], &t);
    assert_string_equal (text_view (&t), "y");
    assert_true (select_has_cut (&p));
    VEC_CLEAR (groups);
    program_clear (&p);
    text_clear (&t);
}

static void
one_verdict_each (void **state)
{
    (void) state;
    options.all = true;
    assert_int_equal (decide (straight), VERDICT_UNSAFE);
    assert_int_equal (outcome.judged.size, 3);
    assert_string_equal (outcome.judged.at[0].name, "t.bpl:5:3 a");
    assert_int_equal (outcome.judged.at[0].verdict, VERDICT_SAFE);
    assert_int_equal (outcome.judged.at[1].verdict, VERDICT_UNSAFE);
    assert_int_equal (outcome.judged.at[2].verdict, VERDICT_SAFE);
    assert_int_equal (confirmed, 1);
    assert_non_null (outcome.derivation);
    assert_null (outcome.proof);
}

static void
doubt_makes_it_unknown (void **state)
{
    (void) state;
    doubts = options.all = true;
    assert_int_equal (decide (straight), VERDICT_UNKNOWN);
    assert_string_equal (outcome.reason, "not so");
    assert_int_equal (outcome.judged.at[1].verdict, VERDICT_UNKNOWN);
}

static void
stages_in_order (void **state)
{
    (void) state;
    assert_int_equal (decide (straight), VERDICT_UNSAFE);
    assert_string_equal (outcome.engine, "auto (values)");
    struct digest first = outcome.digest;
    outcome_clear (&outcome);
    assert_int_equal (decide (straight), VERDICT_UNSAFE);
    assert_memory_equal (&first, &outcome.digest, sizeof first);
    outcome_clear (&outcome);
    assert_int_equal (decide (loop), VERDICT_SAFE);
    assert_string_equal (outcome.engine, "auto (integers)");
    assert_non_null (outcome.proof);
    outcome_clear (&outcome);
    options.engine = ENGINE_CEGAR;
    assert_int_equal (decide (loop), VERDICT_SAFE);
    outcome_clear (&outcome);
    options.engine = ENGINE_BOUNDED;
    options.bound = 2;
    assert_int_equal (decide (loop), VERDICT_UNKNOWN);
    assert_string_equal (outcome.established.at[0], "no error up to bound 2");
}

/* The others agree, and change nothing. */
static void
audit_agrees (void **state)
{
    (void) state;
    assert_int_equal (decide (straight), VERDICT_UNSAFE);
    struct digest first = outcome.digest;
    outcome_clear (&outcome);
    options.audit = 1;
    assert_int_equal (decide (straight), VERDICT_UNSAFE);
    assert_memory_equal (&first, &outcome.digest, sizeof first);
}

static void
cuts_are_never_unsafe (void **state)
{
    (void) state;
    static const char reached[] = "procedure main () { var x: int; havoc x;\n"
                                  "  if (x > 7) {\n"
                                  "    assert {:cut \"assembly\"} false; }\n"
                                  "  assert x < %d; }\n";
    struct text t;
    text_init (&t);
    for (int engine = 0; engine < 2; engine++) {
        options.engine = engine ? ENGINE_BOUNDED : ENGINE_AUTO;
        text_reset (&t);
        text_print (&t, reached, 8);
        assert_int_equal (decide (text_view (&t)), VERDICT_UNKNOWN);
        assert_string_equal (outcome.reason,
                             "not modelled: assembly at t.bpl:3:5");
        assert_int_equal (confirmed, 0);
        outcome_clear (&outcome);
        text_reset (&t);
        text_print (&t, reached, 5);
        assert_int_equal (decide (text_view (&t)), VERDICT_UNSAFE);
        assert_int_equal (confirmed, 1);
        outcome_clear (&outcome);
        confirmed = 0;
    }
    text_clear (&t);
    assert_int_equal (decide ("procedure main () { assume false;\n"
                              "assert {:cut \"x\"} false; }"),
                      VERDICT_SAFE);
}

/* Bounded finds the cut first; only a second search, without it, comes to the
 * error. */
static void
errors_behind_cuts (void **state)
{
    (void) state;
    static const char text[] = "procedure main () { var x: int; havoc x;\n"
                               "  if (x == 5) { assert false; }\n"
                               "  assert {:cut \"assembly\"} false; }\n";
    assert_int_equal (decide (text), VERDICT_UNSAFE);
    assert_int_equal (confirmed, 1);
    outcome_clear (&outcome);
    options.engine = ENGINE_BOUNDED;
    assert_int_equal (decide (text), VERDICT_UNSAFE);
}

static void
marks_are_assumptions (void **state)
{
    (void) state;
    static const char text[] = "axiom {:assumes \"memory safe\"} true;\n"
                               "procedure main () { assert %s; }";
    struct text t;
    text_init (&t);
    text_print (&t, text, "1 < 2");
    assert_int_equal (decide (text_view (&t)), VERDICT_SAFE);
    assert_int_equal (outcome.assumes.size, 1);
    assert_string_equal (outcome.assumes.at[0], "memory safe");
    outcome_clear (&outcome);
    text_reset (&t);
    text_print (&t, text, "2 < 1");
    assert_int_equal (decide (text_view (&t)), VERDICT_UNSAFE);
    assert_int_equal (outcome.assumes.size, 0);
    text_clear (&t);
}

/* ---- teams that fail */

static unsigned gathered,
    fails_at; /* teams so far; the one that fails, from 1 */

static member *
worker_make (void *context)
{
    (void) context;
    static const struct item_worker_class *const classes[] = {
        &cegar_item_worker, &bounded_item_worker, NULL};
    return pool_worker_new (classes, NULL);
}

static bool
gather (void *context, const struct member_class *class, member *master,
        struct problem *problem)
{
    (void) context;
    if (++gathered == fails_at)
        return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                                "no team %u", gathered);
    struct simulated_options s = {.seed = 1, .members = 2, .delay_ns = 1000};
    struct simulated_outcome outcome_of;
    return simulated_run (&s, class, master, &pool_worker_class, worker_make,
                          pool_worker_free, NULL, &outcome_of, problem);
}

/* `text` over teams, in a run directory that is new or resumed. */
static enum verdict
decide_over_teams (const char *text, const char *dir, bool resume)
{
    struct program p;
    struct log log;
    struct problem problem = {0};
    struct run_identity id = {.version = "test",
                              .solver = solver_version (),
                              .input = "t.bpl",
                              .options = &options};
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    read_text (&p, text);
    struct engine_context engine = {
        .options = &options, .log = &log, .run_team = gather};
    struct auto_check check = {.engine = &engine, .confirm = confirm};
    engine.run = resume ? run_resume (dir, &id, &problem)
                        : run_create (dir, &id, &problem);
    if (!engine.run || !auto_program (&check, &p, &outcome, &problem))
        fail_msg ("%s", problem.message);
    run_free (engine.run);
    program_clear (&p);
    return outcome.verdict;
}

static void
drop_directory (const char *dir)
{
    static const char *const files[] = {"manifest", "lock", "memo", "journal"};
    char path[100];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf (path, sizeof path, "%s/%s", dir, files[i]);
        unlink (path);
    }
    rmdir (dir);
}

/* Whichever of the last two teams fails: the run ends there, with the reason, and resumed it ends
 * as if nothing had been. */
static void
teams_fail (const char *text)
{
    char dir[] = "/tmp/cohort-auto-XXXXXX";
    options.mode = MODE_PREDICTABLE;
    fails_at = gathered = 0;
    assert_non_null (mkdtemp (dir));
    enum verdict good = decide_over_teams (text, dir, false);
    struct digest digest = outcome.digest;
    unsigned teams = gathered;
    assert_true (teams > 1);
    drop_directory (dir);
    for (unsigned n = teams < 3 ? 1 : teams - 1; n <= teams; n++) {
        char reason[40];
        snprintf (reason, sizeof reason, "no team %u", n);
        outcome_clear (&outcome);
        gathered = 0;
        fails_at = n;
        assert_int_equal (decide_over_teams (text, dir, false),
                          VERDICT_UNKNOWN);
        assert_true (outcome.stopped);
        assert_non_null (strstr (outcome.reason, reason));
        assert_int_equal (gathered, n);
        assert_null (outcome.proof);
        assert_null (outcome.derivation);
        outcome_clear (&outcome);
        fails_at = 0;
        assert_int_equal (decide_over_teams (text, dir, true), good);
        assert_memory_equal (&digest, &outcome.digest, sizeof digest);
        drop_directory (dir);
    }
}

static void
a_team_that_fails_ends_the_run (void **state)
{
    (void) state;
    /* Nothing that explicit values would take long for. */
    static const char up[] = "procedure main () {\n"
                             "  var x: int;\n"
                             "  assume x >= 0;\n"
                             "  while (*) { x := x + 1; }\n"
                             "  assert x >= 0;\n"
                             "}\n";
    teams_fail (up);
    outcome_clear (&outcome);
    /* One after the other: what was found before counts for nothing. */
    static const char each[] = "procedure main () {\n"
                               "  var x, n: int;\n"
                               "  assume x >= 0;\n"
                               "  assert n > 0;\n"
                               "  while (*) { x := x + 1; }\n"
                               "  assert x >= 0;\n"
                               "}\n";
    options.all = true;
    teams_fail (each);
    outcome_clear (&outcome);
    options.all = false;
    /* With what is not modelled, and then without. */
    static const char cut[] = "procedure main () {\n"
                              "  var x: int;\n"
                              "  assume x >= 0;\n"
                              "  while (*) { x := x + 1; }\n"
                              "  assert {:cut \"assembly\"} x < 3;\n"
                              "  assert x >= 0;\n"
                              "}\n";
    teams_fail (cut);
}

static void
clauses_are_emitted (void **state)
{
    (void) state;
    options.emit = EMIT_HORN;
    decide (loop);
    assert_non_null (outcome.emitted);
    assert_non_null (strstr (outcome.emitted, "(set-logic HORN)"));
}

int
main (void)
{
#define T(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T (groups_by_place_or_name),
        T (one_verdict_each),
        T (doubt_makes_it_unknown),
        T (stages_in_order),
        T (audit_agrees),
        T (cuts_are_never_unsafe),
        T (marks_are_assumptions),
        T (clauses_are_emitted),
        T (errors_behind_cuts),
        T (a_team_that_fails_ends_the_run),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
