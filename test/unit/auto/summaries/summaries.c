/* summaries.c -- recursion proved by guessed summaries, and nothing that is not
 * so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "auto/summaries/summaries.h"
#include "engine/context.h"
#include "auto/summaries/product.h"
#include "frontend/boogie/boogie.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"
#include "program/trail/execute.h"
#include "program/passes/passes.h"

#define BITS                                                                  \
    "function {:bvbuiltin \"bvadd\"} add(x: bv32, y: bv32) returns (bv32);\n" \
    "function {:bvbuiltin \"bvsub\"} sub(x: bv32, y: bv32) returns (bv32);\n" \
    "function {:bvbuiltin \"bvsgt\"} gt(x: bv32, y: bv32) returns (bool);\n"

static const char mccarthy[] =
    BITS "procedure f(x: bv32) returns (r: bv32) {\n"
         "  if (gt(x, 100bv32)) { r := sub(x, 10bv32); return; }\n"
         "  call r := f(add(x, 11bv32));\n"
         "  call r := f(r);\n"
         "}\n"
         "procedure {:entrypoint} main() {\n"
         "  var x, r: bv32;\n"
         "  havoc x;\n"
         "  call r := f(x);\n"
         "  assert r == 91bv32 || (gt(x, 101bv32) && r == sub(x, 10bv32));\n"
         "}\n";

/* Wraps, so the sum of two that are positive need not be. */
static const char sum[] = BITS "procedure s(n, m: bv32) returns (r: bv32) {\n"
                               "  if (n == 0bv32) { r := m; return; }\n"
                               "  call r := s(sub(n, 1bv32), add(m, 1bv32));\n"
                               "}\n"
                               "procedure {:entrypoint} main() {\n"
                               "  var a, b, r: bv32;\n"
                               "  havoc a, b;\n"
                               "  call r := s(a, b);\n"
                               "  assert r == add(a, b);\n"
                               "}\n";

static const char wraps[] =
    BITS "procedure s(n, m: bv32) returns (r: bv32) {\n"
         "  if (n == 0bv32) { r := m; return; }\n"
         "  call r := s(sub(n, 1bv32), add(m, 1bv32));\n"
         "}\n"
         "procedure {:entrypoint} main() {\n"
         "  var a, b, r: bv32;\n"
         "  havoc a, b;\n"
         "  call r := s(a, b);\n"
         "  assert gt(1bv32, a) || gt(1bv32, b) || gt(r, 0bv32);\n"
         "}\n";

/* What no run of ours comes to: 3 n = 40000011 has a solution far away. */
static const char far_away[] = "procedure f(n: int) returns (r: int) {\n"
                               "  if (n <= 0) { r := 0; return; }\n"
                               "  call r := f(n - 1);\n"
                               "  if (3 * n == 40000011) { r := 1; }\n"
                               "}\n"
                               "procedure {:entrypoint} main() {\n"
                               "  var n, r: int;\n"
                               "  havoc n;\n"
                               "  call r := f(n);\n"
                               "  assert r == 0;\n"
                               "}\n";

/* The error is in the callee, and a global says how deep it was. */
static const char inside[] =
    "var depth: int;\n"
    "procedure f(n: int) modifies depth; {\n"
    "  assert n >= 0;\n"
    "  if (n == 0) { return; }\n"
    "  depth := depth + 1;\n"
    "  call f(n - 1);\n"
    "}\n"
    "procedure {:entrypoint} main() modifies depth; {\n"
    "  var n: int;\n"
    "  depth := 0;\n"
    "  havoc n;\n"
    "  assume n >= 0;\n"
    "  call f(n);\n"
    "  assert depth == n;\n"
    "}\n";

static struct options options;
static struct outcome outcome;
static struct program program;

static int
setup (void **state)
{
    (void) state;
    options_init (&options);
    outcome_init (&outcome);
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
read_text (const char *text)
{
    struct problem problem = {0};
    program_init (&program, "t.bpl");
    if (!boogie_read (&program, text, strlen (text), "t.bpl", &problem))
        fail_msg ("%s", problem.message);
}

static enum verdict
decide (const char *text)
{
    struct log log;
    struct problem problem = {0};
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    read_text (text);
    struct engine_context engine = {.options = &options, .log = &log};
    struct summaries_check check = {.engine = &engine, .units = 500000};
    assert_true (summaries_apply (&program, program_find (&program, "main")));
    outcome_clear (&outcome);
    if (!summaries_decide (&check, &program, &outcome, &problem))
        fail_msg ("%s", problem.message);
    return outcome.verdict;
}

static void
proves_recursion (void **state)
{
    (void) state;
    const char *text[] = {mccarthy, sum, inside};
    for (size_t i = 0; i < 3; i++) {
        struct text report;
        struct problem problem = {0};
        text_init (&report);
        assert_int_equal (decide (text[i]), VERDICT_SAFE);
        assert_true (summaries_recognise (outcome.proof));
        if (!summaries_replay (&program, &options, outcome.proof, "w", &report,
                               &problem))
            fail_msg ("%s%s", text_view (&report), problem.message);
        text_clear (&report);
        program_clear (&program);
    }
}

static void
finds_the_run_that_fails (void **state)
{
    (void) state;
    assert_int_equal (decide (wraps), VERDICT_UNSAFE);
    assert_non_null (outcome.derivation);
    program_clear (&program);
}

/* What fits all runs is not yet so. */
static void
asks_for_every_claim (void **state)
{
    (void) state;
    assert_int_equal (decide (far_away), VERDICT_UNKNOWN);
    program_clear (&program);
    options.broken = "claim-assumed";
    assert_int_equal (decide (far_away), VERDICT_SAFE);
    program_clear (&program);
}

static bool
replays (const char *claim)
{
    struct text witness, report;
    struct problem problem = {0};
    text_init (&witness);
    text_init (&report);
    read_text (sum);
    text_print (&witness,
                "cohort-summaries 1\nentry main\npreprocess full\n"
                "procedure s\n%s\n",
                claim);
    bool good = summaries_replay (&program, &options, text_view (&witness), "w",
                                  &report, &problem);
    assert_true (good || report.size || problem.kind);
    text_clear (&witness);
    text_clear (&report);
    program_clear (&program);
    return good;
}

static void
replay_believes_nothing (void **state)
{
    (void) state;
#define CLAIM(b)                                              \
    "(define-fun claim ((n (_ BitVec 32)) (m (_ BitVec 32)) " \
    "(r (_ BitVec 32))) Bool " b ")"
    assert_true (replays (CLAIM ("(= r (bvadd n m))")));
    assert_true (replays (CLAIM ("(= r (bvadd m n))")));
    assert_false (replays (CLAIM ("(= r (bvadd n n))")));
    assert_false (replays (CLAIM ("true")));
    assert_false (replays (CLAIM ("false")));
    assert_false (replays (CLAIM ("(= r (bvadd n k))")));
    assert_false (replays ("(define-fun claim ((n Bool)) Bool n)"));
    assert_false (replays ("(assert false)"));
    assert_false (replays ("(define-fun"));
    assert_false (replays ("procedure none"));
    assert_false (replays (""));
}

/* ---- products */

static enum solver_answer
ask (terms *t, const term *formula)
{
    struct term_vec formulas = {0}, facts = {0};
    struct solver_options o = {.limit = 20000000, .bits = true};
    VEC_PUSH (formulas, formula);
    products_open (t, &formulas, &facts);
    solver *z = solver_new (t, &o);
    solver_assert (z, formulas.at[0]);
    for (size_t i = 0; i < facts.size; i++)
        solver_assert (z, facts.at[i]);
    enum solver_answer answer = solver_check (z, NULL, 0);
    solver_free (z);
    VEC_CLEAR (formulas);
    VEC_CLEAR (facts);
    return answer;
}

static const term *
binary (terms *t, enum op op, const term *a, const term *b)
{
    const term *arg[] = {a, b};
    return term_make (t, op, arg, 2, 0, 0);
}

static void
products_are_multiplied_out (void **state)
{
    (void) state;
    terms *t = terms_new ();
    const sort *bv = sort_bv (t, 32);
    const term *x = term_var (t, "x", bv), *y = term_var (t, "y", bv);
    const term *one = term_bits (t, 32, "1"), *two = term_bits (t, 32, "2");
    const term *xy = binary (t, OP_BVMUL, x, y);
    const term *less = binary (t, OP_BVMUL, x, binary (t, OP_BVSUB, y, one));
    const term *twice = binary (t, OP_BVMUL, binary (t, OP_BVMUL, two, y), x);
    assert_int_equal (
        ask (t, term_not (t, term_eq (t, binary (t, OP_BVADD, x, less), xy))),
        SOLVER_UNSAT);
    assert_int_equal (
        ask (t, term_not (t, term_eq (t, twice, binary (t, OP_BVADD, xy, xy)))),
        SOLVER_UNSAT);
    assert_int_equal (ask (t, term_not (t, term_eq (t, less, xy))), SOLVER_SAT);
    assert_int_equal (ask (t, term_eq (t, less, xy)), SOLVER_SAT);
    assert_int_equal (ask (t, term_eq (t, xy, term_bits (t, 32, "6"))),
                      SOLVER_SAT);
    terms_free (t);
}

/* ---- runs */

static enum execution_end
run_it (const char *procedure, const char *n, struct execution_plan plan,
        const char *expected)
{
    const term *in = term_number (program.terms, sort_int (program.terms), n);
    execution *x = execution_new (&program, &plan);
    enum execution_end end =
        execution_run (x, program_find (&program, procedure), &in);
    if (end == EXECUTION_RETURNED && expected)
        assert_string_equal (execution_result (x, 0)->text, expected);
    const struct execution_call *call;
    assert_true (execution_calls (x, &call) <= plan.calls);
    execution_free (x);
    return end;
}

static void
runs_are_evaluated (void **state)
{
    (void) state;
    struct problem problem = {0};
    struct execution_plan plan = {.steps = 3000, .depth = 100, .calls = 1000};
    read_text ("procedure fib(n: int) returns (r: int) {\n"
               "  var a: int;\n"
               "  assert n != 30;\n"
               "  assume n != 31;\n"
               "  if (n < 2) { r := n; return; }\n"
               "  call a := fib(n - 1);\n"
               "  call r := fib(n - 2);\n"
               "  r := r + a;\n"
               "}\n");
    assert_true (program_expand (&program, &problem));
    assert_int_equal (run_it ("fib", "10", plan, "55"), EXECUTION_RETURNED);
    assert_int_equal (run_it ("fib", "20", plan, NULL), EXECUTION_SPENT);
    assert_int_equal (run_it ("fib", "30", plan, NULL), EXECUTION_FAILED);
    assert_int_equal (run_it ("fib", "31", plan, NULL), EXECUTION_BLOCKED);
    plan.remember = true;
    assert_int_equal (run_it ("fib", "20", plan, "6765"), EXECUTION_RETURNED);
    assert_int_equal (run_it ("fib", "200", plan, NULL), EXECUTION_SPENT);
    program_clear (&program);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (proves_recursion, setup, teardown),
        cmocka_unit_test_setup_teardown (finds_the_run_that_fails, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (asks_for_every_claim, setup, teardown),
        cmocka_unit_test_setup_teardown (replay_believes_nothing, setup,
                                         teardown),
        cmocka_unit_test (products_are_multiplied_out),
        cmocka_unit_test_setup_teardown (runs_are_evaluated, setup, teardown)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
