/* horn_stage.c -- predicate abstraction of whole programs says what bounded says, and
 * every counterexample is an execution (conclude_unsafe runs it). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "auto/horn_stage.h"
#include "bounded/check.h"
#include "effort.h"
#include "program/trail/trail.h"
#include "frontend/boogie/boogie.h"
#include "programs.h"

static enum verdict
flat_verdict (struct program *p, bool integers, char **reason)
{
    struct options options;
    struct log log = {0};
    struct outcome o;
    struct problem problem = {0};
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    options.engine = ENGINE_AUTO;
    options.bound = 0;
    outcome_init (&o);
    struct engine_context engine = {.options = &options, .log = &log};
    struct flat_check check = {.engine = &engine, .integers = integers};
    flat *made = flat_new (&check, p, program_find (p, "main"), &problem);
    bool good = made;
    if (made)
        flat_go (made, 2000000, &o);
    flat_free (made);
    enum verdict verdict = good ? o.verdict : VERDICT_UNKNOWN;
    *reason = memory_string (!good      ? problem.message
                             : o.reason ? o.reason
                                        : "");
    if (verdict == VERDICT_UNSAFE) {
        struct trail trail;
        struct term_vec open = {0};
        trail_init (&trail);
        assert_true (trail_read (&trail, p, o.derivation, "trail", &problem));
        assert_true (trail_run (&trail, p, NULL, NULL, &open, &problem));
        assert_true (o.trace.size > 0);
        VEC_CLEAR (open);
        trail_clear (&trail);
    }
    if (verdict == VERDICT_SAFE)
        assert_non_null (o.proof);
    outcome_clear (&o);
    return verdict;
}

static enum verdict
bounded_verdict (struct program *p)
{
    struct options options;
    struct log log = {0};
    struct outcome o;
    struct problem problem = {0};
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    options.engine = ENGINE_BOUNDED;
    options.entry = "main";
    options.bound = 4;
    outcome_init (&o);
    struct engine_context engine = {.options = &options, .log = &log};
    bool good = check_program (&engine, p, &o, &problem);
    enum verdict verdict = good ? o.verdict : VERDICT_UNKNOWN;
    outcome_clear (&o);
    return verdict;
}

static void
verdict_is (const char *source, bool integers, enum verdict want,
            const char *why)
{
    struct program p;
    struct problem problem = {0};
    char *reason;
    program_init (&p, "text");
    if (!boogie_read (&p, source, strlen (source), "text", &problem))
        fail_msg ("%s", problem.message);
    enum verdict got = flat_verdict (&p, integers, &reason);
    if (got != want)
        fail_msg ("%d instead of %d: %s\n%s", got, want, reason, source);
    if (why && !strstr (reason, why))
        fail_msg ("%s, not %s", reason, why);
    memory_free (reason);
    program_clear (&p);
}

#define BITS                                                                  \
    "function {:bvbuiltin \"bvadd\"} add(a: bv32, b: bv32) returns (bv32);\n" \
    "function {:bvbuiltin \"bvmul\"} mul(a: bv32, b: bv32) returns (bv32);\n" \
    "function {:bvbuiltin \"bvult\"} ult(a: bv32, b: bv32) returns (bool);\n" \
    "function {:bvbuiltin \"bvslt\"} slt(a: bv32, b: bv32) returns (bool);\n"

static void
test_calls (void **state)
{
    (void) state;
    const char *source = "var g: int;\n"
                         "procedure up(n: int) modifies g; {\n"
                         "  var i: int; i := 0;\n"
                         "  while (i < n) { g := g + 1; i := i + 1; } }\n"
                         "procedure main() modifies g; { var k: int;\n"
                         "  g := 0; assume k >= 0; call up(k); call up(3);\n"
                         "  assert g %s k + 3; }";
    char text[1000];
    for (int integers = 0; integers < 2; integers++) {
        snprintf (text, sizeof text, source, ">=");
        verdict_is (text, integers, VERDICT_SAFE, NULL);
        snprintf (text, sizeof text, source, ">");
        verdict_is (text, integers, VERDICT_UNSAFE, NULL);
    }
    verdict_is ("procedure f(n: int) { if (n > 0) { call f(n - 1); } }\n"
                "procedure main() { call f(3); assert true; }",
                false, VERDICT_UNKNOWN, "recursion");
}

static void
test_bits (void **state)
{
    (void) state;
    for (int integers = 0; integers < 2; integers++) {
        verdict_is (BITS "procedure main() { var x: bv32; x := 0bv32;\n"
                         "  while (ult(x, 10bv32)) { x := add(x, 1bv32); }\n"
                         "  assert x == 10bv32; }",
                    integers, VERDICT_SAFE, NULL);
        /* It wraps. */
        verdict_is (BITS "procedure main() { var x: bv32;\n"
                         "  assume slt(0bv32, x); x := add(x, 1bv32);\n"
                         "  assert slt(0bv32, x); }",
                    integers, VERDICT_UNSAFE, NULL);
    }
    /* No integer knows what x * x is; no bits are needed to know that it is no
     * counterexample. */
    verdict_is (BITS "procedure main() { var x, y: bv32; x := mul(y, y);\n"
                     "  assert x != 3bv32; }",
                true, VERDICT_UNKNOWN, "over bits");
}

/* Random programs of all kinds. */
static void
test_random (void **state)
{
    (void) state;
    const char *count = getenv ("COHORT_PROGRAMS");
    uint64_t programs = count ? strtoull (count, NULL, 10) : effort (100);
    size_t decided = 0, safe = 0, unsafe = 0;
    for (uint64_t seed = 0; seed < programs; seed++) {
        struct program p;
        char *reason;
        programs_random (&p, seed);
        enum verdict bounded = bounded_verdict (&p);
        enum verdict judged = flat_verdict (&p, seed % 2, &reason);
        if (judged != VERDICT_UNKNOWN && bounded != VERDICT_UNKNOWN
            && judged != bounded)
            fail_msg ("seed %llu: flat %d, bounded %d",
                      (unsigned long long) seed, judged, bounded);
        if (judged == VERDICT_UNKNOWN && bounded != VERDICT_UNKNOWN
            && !strstr (reason, "recursion"))
            print_message ("seed %llu: bounded %d, flat: %s\n",
                           (unsigned long long) seed, bounded, reason);
        decided += judged != VERDICT_UNKNOWN;
        safe += judged == VERDICT_SAFE;
        unsafe += judged == VERDICT_UNSAFE;
        memory_free (reason);
        program_clear (&p);
    }
    print_message ("%zu decided, %zu safe, %zu unsafe\n", decided, safe,
                   unsafe);
    if (programs >= 100) {
        assert_in_range (safe, 5, programs);
        assert_in_range (unsafe, 20, programs);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_calls),
        cmocka_unit_test (test_bits),
        cmocka_unit_test (test_random),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
