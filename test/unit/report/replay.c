/* replay.c -- proofs and derivations as other solvers see them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "report/replay.h"
#include "process/solver_process.h"

static enum replay_result
judge (const char *witness, const char *input, unsigned solvers,
       struct problem *p)
{
    struct text report;
    text_init (&report);
    *p = (struct problem) {0};
    enum replay_result r = replay_check (witness, "witness", input, "input",
                                         solvers, 20, &report, p);
    text_clear (&report);
    return r;
}

static void
expect (enum replay_result want, const char *witness, const char *input)
{
    struct problem p;
    for (unsigned solver = REPLAY_Z3; solver <= REPLAY_FIRST; solver++) {
        enum replay_result got = judge (witness, input, solver, &p);
        if (p.kind)
            print_message ("%s\n", p.message);
        assert_int_equal (p.kind, PROBLEM_NONE);
        assert_int_equal (got, want);
    }
}

/* The witness is refused before any solver sees it. */
static void
expect_refused (const char *witness, const char *input)
{
    struct problem p;
    assert_int_equal (judge (witness, input, REPLAY_Z3, &p), REPLAY_UNDECIDED);
    assert_int_equal (p.kind, PROBLEM_INPUT);
}

/* x counts up from 0 to 10; `limit` is what it must not be. */
#define COUNTER(limit)                                                         \
    "(set-logic HORN)\n(set-info :status sat)\n"                               \
    "(define-fun up ((a Int) (b Int)) Bool (= b (+ a 1)))\n"                   \
    "(declare-fun |P q| (Int) Bool)\n"                                         \
    "(assert (forall ((x Int)) (=> (= x 0) (|P q| x))))\n"                     \
    "(assert (forall ((x Int) (y Int)) (=> (and (|P q| x) (< x 10)"            \
    " (up x y)) (|P q| y))))\n"                                                \
    "(assert (! (forall ((x Int)) (=> (and (|P q| x) (= x " limit ")) false))" \
    " :named goal))\n(check-sat)\n(get-model)\n(exit)\n"

static void
proof_good (void **state)
{
    (void) state;
    expect (REPLAY_CONFIRMED,
            "; cohort proof\n(define-fun |P q| ((v Int)) Bool (<= 0 v 10))\n",
            COUNTER ("11"));
}

static void
proof_wrong (void **state)
{
    (void) state;
    /* Not closed under the loop; not strong enough; too strong at the start. */
    const char *wrong[] = {
        "(define-fun |P q| ((v Int)) Bool (and (<= 0 v 10) (distinct v 5)))",
        "(define-fun |P q| ((v Int)) Bool true)",
        "(define-fun |P q| ((v Int)) Bool (<= 1 v 10))"};
    for (int i = 0; i < 3; i++)
        expect (REPLAY_REFUTED, wrong[i], COUNTER ("11"));
    /* Nothing is defined: P stays free, and the first clause can fail. */
    expect (REPLAY_REFUTED, "; cohort proof\n", COUNTER ("11"));
}

static void
proof_of_other_tools (void **state)
{
    (void) state;
    expect (
        REPLAY_CONFIRMED,
        "sat\n(model\n  (define-fun |P q| ((v!0 Int)) Bool (aux!1 v!0 10))\n"
        "  (define-fun aux!1 ((a Int) (b Int)) Bool (<= 0 a b)))\n",
        COUNTER ("11"));
    expect (REPLAY_CONFIRMED, "((define-fun |P q| ((v Int)) Bool (<= 0 v 10)))",
            COUNTER ("11"));
}

static void
proof_refused (void **state)
{
    (void) state;
    const char *bad[] = {
        /* z3 would take these two and believe them */
        "(define-fun not ((x Bool)) Bool false)",
        "(define-fun |P q| ((v Int)) Bool (! true :named foo))",
        "(define-fun |P q| ((v Int)) Bool (|P q| v))",
        "(define-fun |P q| ((v Int)) Bool (a!1 v))"
        "(define-fun a!1 ((v Int)) Bool (not (|P q| v)))",
        "(define-fun-rec |P q| ((v Int)) Bool (not (|P q| v)))",
        "(define-fun up ((a Int) (b Int)) Bool false)",
        "(define-fun |P q| () Bool true)",
        "(define-fun |P q| ((v Int)) Bool true)"
        "(define-fun |P q| ((v Int)) Bool true)",
        "(assert false)",
        "(define-fun |P q| ((v Int)) Bool true",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        expect_refused (bad[i], COUNTER ("11"));
}

#define STEPS                                               \
    "; cohort derivation\n"                                 \
    "(step :assertion 0 :values ((x 0)) :fact (|P q| 0))\n" \
    "(step :assertion 1 :values ((x 0) (y 1)) :fact (|P q| 1))\n"

static void
derivation_good (void **state)
{
    (void) state;
    expect (REPLAY_CONFIRMED,
            STEPS "(step :assertion 2 :values ((x 1)) :fact false)\n",
            COUNTER ("1"));
}

static void
derivation_wrong (void **state)
{
    (void) state;
    const char *wrong[] = {
        STEPS "(step :assertion 2 :values ((x 2)) :fact false)\n",
        STEPS "(step :assertion 2 :values ((x 0)) :fact false)\n",
        "(step :assertion 0 :values ((x 0)) :fact (|P q| 1))\n"
        "(step :assertion 2 :values ((x 1)) :fact false)\n",
        "(step :assertion 1 :values ((x 0) (y 1)) :fact (|P q| 1))\n"
        "(step :assertion 2 :values ((x 1)) :fact false)\n"};
    for (int i = 0; i < 4; i++)
        expect (REPLAY_REFUTED, wrong[i], COUNTER ("1"));
}

static void
derivation_refused (void **state)
{
    (void) state;
    expect_refused (STEPS, COUNTER ("1"));
    expect_refused ("; cohort derivation\n", COUNTER ("1"));
    expect_refused ("(step :assertion 3 :values () :fact false)",
                    COUNTER ("1"));
    expect_refused ("(step :assertion 0 :values x :fact false)", COUNTER ("1"));
    expect_refused ("(step :values () :fact false)", COUNTER ("1"));
}

/* A value of another sort is no instance, even where z3 would mix sorts. */
static void
derivation_keeps_sorts (void **state)
{
    (void) state;
    const char *input = "(declare-fun P (Int) Bool)\n"
                        "(assert (forall ((x Int)) (=> (and (< 0 x) (< x 1))"
                        " false)))\n";
    struct problem p;
    const char *half = "(step :assertion 0 :values ((x 0.5)) :fact false)";
    for (unsigned solver = REPLAY_Z3; solver <= REPLAY_FIRST; solver++)
        assert_int_equal (judge (half, input, solver, &p), REPLAY_UNDECIDED);
}

/* `forall` under a negation is no instance of anything: (not (forall x (= x
 * 0))) is valid, but with 0 for x it would be false. */
static void
derivation_keeps_polarity (void **state)
{
    (void) state;
    const char *input = "(assert (not (forall ((x Int)) (= x 0))))\n";
    struct problem p;
    const char *step = "(step :assertion 0 :values ((x 0)) :fact false)";
    for (unsigned solver = REPLAY_Z3; solver <= REPLAY_FIRST; solver++)
        assert_int_not_equal (judge (step, input, solver, &p),
                              REPLAY_CONFIRMED);
    expect (REPLAY_CONFIRMED,
            "(step :assertion 0 :values ((x 3) (y 4)) :fact (P 7))"
            "(step :assertion 1 :values ((z 7)) :fact false)",
            "(declare-fun P (Int) Bool)\n"
            "(assert (forall ((x Int)) (=> (exists ((y Int)) (and (= x 3)"
            " (= y 4))) (let ((s (+ x 4))) (P s)))))\n"
            "(assert (not (exists ((z Int)) (and (P z) (> z 0)))))\n");
}

/* Values whose binder cannot give way, binders without a value. */
static void
derivation_matches_names (void **state)
{
    (void) state;
    const char *input =
        "(declare-fun P (Int) Bool)\n"
        "(assert (forall ((x Int)) (=> (forall ((y Int)) (= (* y 0) x))"
        " (ite (= x 0) (forall ((x Int) (z Int)) (=> (= x z 3) (P x)))"
        " true))))\n"
        "(assert (and (forall ((a Int)) (=> (P a) (< a 5)))"
        " (forall ((b Int)) (=> (P b) (< b 3)))))\n";
    expect (REPLAY_CONFIRMED,
            "(step :assertion 0 :values ((x 0) (macro 1) (x 3) (z 3))"
            " :fact (P 3))"
            "(step :assertion 1 :values ((b 3)) :fact false)",
            input);
}

#define RULES(least)                                                        \
    "(declare-rel P (Int Int))\n(declare-rel bad (Int))\n"                  \
    "(declare-var b Int)\n(declare-var a Int)\n(declare-var unused Bool)\n" \
    "(rule (P 0 0))\n"                                                      \
    "(rule (=> (and (P a b) (< a 3)) (P (+ a 1) (+ b 2))) step)\n"          \
    "(rule (=> (and (P a b) (> b " least ")) (bad b)))\n(query bad)\n"

static void
rules (void **state)
{
    (void) state;
    expect (REPLAY_CONFIRMED,
            "(define-fun P ((a Int) (b Int)) Bool (and (<= a 3) (= b (* 2 a))))"
            "(define-fun bad ((b Int)) Bool false)",
            RULES ("6"));
    expect (REPLAY_REFUTED,
            "(define-fun P ((a Int) (b Int)) Bool (<= a 3))"
            "(define-fun bad ((b Int)) Bool false)",
            RULES ("6"));
    expect (REPLAY_CONFIRMED,
            "(step :assertion 0 :values () :fact (P 0 0))"
            "(step :assertion 1 :values ((b 0) (a 0)) :fact (P 1 2))"
            "(step :assertion 2 :values ((b 2) (a 1)) :fact (bad 2))"
            "(step :assertion 3 :values ((any 2)) :fact false)",
            RULES ("1"));
}

static void
solver_missing (void **state)
{
    (void) state;
    char *path = memory_string (getenv ("PATH"));
    setenv ("PATH", "/nonexistent", 1);
    struct problem p;
    enum replay_result r =
        judge ("(define-fun |P q| ((v Int)) Bool (<= 0 v 10))", COUNTER ("11"),
               REPLAY_BOTH, &p);
    setenv ("PATH", path, 1);
    memory_free (path);
    assert_int_equal (r, REPLAY_UNDECIDED);
    assert_int_equal (p.kind, PROBLEM_NONE);
}

/* A solver that somebody kills has not given up: that may be different next
 * time.  One that crashes by itself has. */
static void
solver_killed (void **state)
{
    (void) state;
    static const struct {
        const char *script;
        enum replay_result result;
    } ends[] = {{"kill -KILL $$", REPLAY_LATE},
                {"kill -XCPU $$", REPLAY_LATE},
                {"kill -SEGV $$", REPLAY_UNDECIDED},
                {"echo unknown", REPLAY_UNDECIDED}};
    char dir[] = "/tmp/cohort-replay-XXXXXX";
    char *path = memory_string (getenv ("PATH"));
    assert_non_null (mkdtemp (dir));
    char tool[2][60], script[100];
    snprintf (tool[0], sizeof tool[0], "%s/z3", dir);
    snprintf (tool[1], sizeof tool[1], "%s/cvc5", dir);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf (script, sizeof script, "#!/bin/sh\n%s\n", ends[i].script);
        for (int k = 0; k < 2; k++) {
            assert_true (text_save (tool[k], script, strlen (script)));
            assert_int_equal (chmod (tool[k], 0700), 0);
        }
        struct problem p;
        setenv ("PATH", dir, 1);
        enum replay_result r =
            judge ("(define-fun |P q| ((v Int)) Bool (<= 0 v 10))",
                   COUNTER ("11"), REPLAY_FIRST, &p);
        setenv ("PATH", path, 1);
        assert_int_equal (r, ends[i].result);
    }
    unlink (tool[0]);
    unlink (tool[1]);
    rmdir (dir);
    memory_free (path);
}

static void
process_ends (void **state)
{
    (void) state;
    struct text out;
    text_init (&out);
    const char *cat[] = {"cat", NULL};
    assert_int_equal (solver_process (cat, "hello", 5, 5000, &out),
                      SOLVER_ENDED);
    assert_string_equal (text_view (&out), "hello");
    /* Ignores its input, and has a child that holds the pipe open. */
    const char *hang[] = {"sh", "-c", "echo yes; sleep 100 & sleep 100", NULL};
    text_reset (&out);
    uint64_t start = clock_wall_ns ();
    assert_int_equal (solver_process (hang, "", 0, 300, &out), SOLVER_LATE);
    assert_true (clock_wall_ns () - start < 3000000000u);
    assert_string_equal (text_view (&out), "yes\n");
    const char *flood[] = {"yes", NULL};
    assert_int_equal (solver_process (flood, "", 0, 20000, &out),
                      SOLVER_FLOODED);
    const char *none[] = {"no-such-solver", NULL};
    assert_int_equal (solver_process (none, "", 0, 300, &out), SOLVER_MISSING);
    text_clear (&out);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (proof_good),
        cmocka_unit_test (proof_wrong),
        cmocka_unit_test (proof_of_other_tools),
        cmocka_unit_test (proof_refused),
        cmocka_unit_test (derivation_good),
        cmocka_unit_test (derivation_wrong),
        cmocka_unit_test (derivation_refused),
        cmocka_unit_test (derivation_keeps_sorts),
        cmocka_unit_test (derivation_keeps_polarity),
        cmocka_unit_test (derivation_matches_names),
        cmocka_unit_test (rules),
        cmocka_unit_test (solver_missing),
        cmocka_unit_test (solver_killed),
        cmocka_unit_test (process_ends),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
