/* invariants.c -- what a proof says about loops is said in C's names where
 * these hold the same values, and helps to prove a program that has changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "auto/horn_stage.h"
#include "frontend/boogie/boogie.h"
#include "program/copy_equivalence.h"

static struct outcome outcome;

static void
read_text (struct program *p, const char *text)
{
    struct problem problem = {0};
    program_init (p, "t.bpl");
    if (!boogie_read (p, text, strlen (text), "t.bpl", &problem))
        fail_msg ("%s", problem.message);
}

static enum verdict
decide (const char *text, const char *reuse, bool integers)
{
    struct program p;
    struct options options;
    struct log log = {0};
    struct problem problem = {0};
    outcome_clear (&outcome);
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    options.engine = ENGINE_AUTO;
    options.bound = 0;
    options.witness = "w.yml";
    read_text (&p, text);
    struct engine_context engine = {.options = &options, .log = &log};
    struct flat_check check = {
        .engine = &engine, .integers = integers, .reuse = reuse};
    flat *f = flat_new (&check, &p, program_find (&p, "main"), &problem);
    if (!f)
        fail_msg ("%s", problem.message);
    flat_go (f, 2000000, &outcome);
    flat_free (f);
    program_clear (&p);
    return outcome.verdict;
}

/* Is something about these names said? */
static bool
says (const char *name)
{
    for (size_t i = 0; i < outcome.invariant.size; i++)
        if (strstr (outcome.invariant.at[i].value, name))
            return true;
    return false;
}

#define OPERATORS                                                              \
    "function {:bvbuiltin \"bvadd\"} add (a: bv32, b: bv32) returns (bv32);\n" \
    "function {:bvbuiltin \"bvslt\"} lt (a: bv32, b: bv32) returns (bool);\n"
#define LOOP(HEAD, GHOSTS, TOP)                                            \
    OPERATORS "procedure {:c \"main\"} main () {\n"                        \
              "  var r.1, r.2, n: bv32;\n"                                 \
              "  var {:c \"x\"} {:c_type \"int\"} x: bv32;\n"              \
              "  var {:c \"y\"} {:c_type \"unsigned int\"} y: bv32;\n"     \
              "  var {:c \"m\"} {:c_type \"int\"} m: bv32;\n"              \
              "  start: havoc n; m := n; assume lt (0bv32, n);\n"          \
              "  assume lt (n, " TOP ");\n"                                \
              "  r.1 := 0bv32; r.2 := 0bv32; x := 7bv32; goto " HEAD ";\n" \
              "  " HEAD ": assume {:loop} true;\n  " GHOSTS                \
              "  goto while.body, while.end;\n"                            \
              "  while.body: assume lt (r.1, n);\n"                        \
              "  r.1 := add (r.1, 1bv32); r.2 := add (r.2, 1bv32);\n"      \
              "  goto " HEAD ";\n"                                         \
              "  while.end: assume !lt (r.1, n); assert r.2 == n;\n"       \
              "}\n"

static void
ghosts_name_registers (void **state)
{
    (void) state;
    for (int integers = 0; integers < 2; integers++) {
        assert_int_equal (
            decide (LOOP ("while.cond", "x := r.1; y := r.2;\n", "1000bv32"),
                    NULL, integers),
            VERDICT_SAFE);
        assert_true (outcome.invariant.size > 0);
        assert_true (says ("x") && says ("y") && says ("m"));
        assert_false (says ("r."));
        assert_string_equal (outcome.invariant.at[0].function, "main");
        assert_string_equal (outcome.invariant.at[0].file, "t.bpl");
        assert_int_equal (outcome.invariant.at[0].line, 11);
    }
}

static void
what_is_not_equal_is_not_said (void **state)
{
    (void) state;
    /* x holds 7 at first, something older later */
    decide (LOOP ("while.cond", "assert true; goto more; more: x := r.1;\n",
                  "1000bv32"),
            NULL, true);
    assert_int_equal (outcome.verdict, VERDICT_SAFE);
    assert_false (says ("x") || says ("y"));
    assert_true (says ("m"));
    /* a register that is written before the auxiliary variable */
    decide (
        LOOP ("while.cond", "havoc r.2; r.2 := r.1; x := r.2;\n", "1000bv32"),
        NULL, true);
    assert_int_equal (outcome.verdict, VERDICT_SAFE);
    assert_false (says ("x"));
}

static void
only_conditions_of_loops_count (void **state)
{
    (void) state;
    assert_int_equal (
        decide (LOOP ("do.body", "x := r.1;\n", "1000bv32"), NULL, true),
        VERDICT_SAFE);
    assert_int_equal (outcome.invariant.size, 0);
}

/* The same loop in a function that is called once or twice. */
#define CALLED(CALLS)                                                        \
    OPERATORS "procedure {:c \"f\"} f (top: bv32) {\n"                       \
              "  var r.1: bv32;\n"                                           \
              "  var {:c \"x\"} {:c_type \"int\"} x: bv32;\n"                \
              "  start: assume lt (0bv32, top); r.1 := 0bv32;\n"             \
              "  goto for.cond;\n"                                           \
              "  for.cond: assume {:loop} true; x := r.1;\n"                 \
              "  goto for.body, for.end;\n"                                  \
              "  for.body: assume lt (r.1, top); r.1 := add (r.1, 1bv32);\n" \
              "  goto for.cond;\n"                                           \
              "  for.end: assume !lt (r.1, top); assert r.1 == top;\n"       \
              "}\n"                                                          \
              "procedure {:c \"main\"} main () {\n"                          \
              "  var a, b: bv32;\n"                                          \
              "  havoc a, b; " CALLS "\n}\n"

static void
copied_loops_are_left_out (void **state)
{
    (void) state;
    assert_int_equal (decide (CALLED ("call f (a);"), NULL, true),
                      VERDICT_SAFE);
    assert_true (says ("x"));
    assert_string_equal (outcome.invariant.at[0].function, "f");
    assert_int_equal (decide (CALLED ("call f (a); call f (b);"), NULL, true),
                      VERDICT_SAFE);
    assert_int_equal (outcome.invariant.size, 0);
}

static void
same_follows_copies (void **state)
{
    (void) state;
    struct program p;
    struct same s;
    read_text (&p, "procedure main () { var a, b, c, d: int;\n"
                   "start: a := b; c := b; d := b; goto one, two;\n"
                   "one: d := d + 1; goto join;\n"
                   "two: b := b + 1; d := b; goto join;\n"
                   "join: a, c := c, a; goto end, join;\n"
                   "end: return; }\n");
    const struct procedure *q = &p.procedure.at[0];
    assert_true (same_find (&s, &p, q));
    const term *a = q->local.at[0].term, *b = q->local.at[1].term,
               *c = q->local.at[2].term, *d = q->local.at[3].term;
    assert_true (same_at (&s, 1, a, b) && same_at (&s, 1, a, d));
    assert_true (same_at (&s, 3, a, c));
    assert_false (same_at (&s, 3, a, b) || same_at (&s, 3, c, d));
    assert_false (same_at (&s, 3, b, d));
    assert_false (same_at (&s, 0, a, b));
    same_clear (&s);
    program_clear (&p);
}

static void
earlier_proofs_save_work (void **state)
{
    (void) state;
    assert_int_equal (
        decide (LOOP ("while.cond", "x := r.1;\n", "1000bv32"), NULL, true),
        VERDICT_SAFE);
    char *proof = memory_string (outcome.proof);
    const char changed[] =
        "\n\n" LOOP ("while.cond", "x := r.1;\n", "2000bv32");
    assert_int_equal (decide (changed, NULL, true), VERDICT_SAFE);
    uint64_t alone = outcome.counters.entailments;
    assert_int_equal (decide (changed, proof, true), VERDICT_SAFE);
    assert_true (outcome.counters.entailments < alone / 2);
    /* whatever it says, it is not believed */
    const char broken[] = LOOP ("while.cond", "r.2 := r.2;\n",
                                "1000bv32") "procedure other () { }\n";
    char *bug = memory_string (broken);
    memcpy (strstr (bug, "r.2 == n"), "r.2 != n", 8);
    assert_int_equal (decide (bug, proof, true), VERDICT_UNSAFE);
    memory_free (bug);
    static const char *const junk[] = {
        "",
        "(",
        "(define-fun f () Bool false)",
        "(define-fun f ((|f.r.1| Int) (|f.n| Int)) Bool (and false (= r 1)))",
        "(define-fun f ((|f.r.1| Int) (|f.n| Int)) Bool (< |f.r.1| |f.n|))",
        "(define-fun f ((|f.r.1| Int) (|f.n| Bool)) Bool |f.n|)"};
    for (size_t i = 0; i < sizeof junk / sizeof *junk; i++)
        assert_int_equal (decide (changed, junk[i], true), VERDICT_SAFE);
    memory_free (proof);
    outcome_clear (&outcome);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (ghosts_name_registers),
        cmocka_unit_test (what_is_not_equal_is_not_said),
        cmocka_unit_test (only_conditions_of_loops_count),
        cmocka_unit_test (copied_loops_are_left_out),
        cmocka_unit_test (same_follows_copies),
        cmocka_unit_test (earlier_proofs_save_work),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
