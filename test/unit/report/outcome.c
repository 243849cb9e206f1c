/* outcome.c -- outcomes as lines and JSON, and read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "report/outcome.h"
#include "report/sarif.h"

static void
fill (struct outcome *o)
{
    outcome_init (o);
    o->verdict = VERDICT_UNSAFE;
    o->engine = "cegar";
    o->digest = digest_string ("something");
    o->counters.rounds = 3;
    o->counters.nodes = 12345678901234u;
    o->counters.wasted = 7;
    outcome_checked (o, "assert");
    outcome_checked (o, "invariant x < 3");
    outcome_unchecked (o, "overflow");
    outcome_unchecked (o, "bounds of arrays");
    outcome_unchecked (o, "overflow");
    outcome_assume (o, "mathematical integers");
    outcome_assume (o, "mathematical integers");
    struct outcome_step step = {.place = memory_string ("a.smt2:3:1"),
                                .what = memory_string ("clause 1: entry -> P"),
                                .values = memory_string ("x = 1 < 2 & \"y\"")};
    VEC_PUSH (o->trace, step);
    o->derivation = memory_string ("(step <1>)\n");
    outcome_wrote (o, "witness", "w.smt2");
}

static void
verdict_comes_first (void **state)
{
    (void) state;
    struct outcome o;
    struct text t;
    text_init (&t);
    fill (&o);
    outcome_text (&o, &t);
    char digest[DIGEST_TEXT], want[1000];
    digest_print (o.digest, digest);
    snprintf (want, sizeof want,
              "verdict: UNSAFE\nchecked: assert, invariant x < 3\n"
              "not checked: overflow, bounds of arrays\n"
              "assumes: mathematical integers\nengine: cegar\n"
              "digest: %s\nrounds: 3\nrefinements: 0\npredicates: 0\n"
              "nodes: 12345678901234\n",
              digest);
    assert_memory_equal (text_view (&t), want, strlen (want));
    assert_non_null (strstr (text_view (&t), "\nwitness: w.smt2\n"));
    /* What only this run did must not show: it differs from run to run. */
    assert_null (strstr (text_view (&t), "wasted"));
    outcome_clear (&o);
    text_clear (&t);
}

static void
unknown_has_one_line (void **state)
{
    (void) state;
    struct outcome o;
    struct text t;
    text_init (&t);
    fill (&o);
    assert_int_equal (outcome_exit (&o), 10);
    outcome_unknown (&o, "first\nverdict: %s", "SAFE");
    assert_int_equal (outcome_exit (&o), 5);
    outcome_text (&o, &t);
    assert_memory_equal (text_view (&t), "verdict: UNKNOWN\nreason: first ",
                         31);
    assert_null (strstr (text_view (&t), "\nverdict:"));
    outcome_clear (&o);
    outcome_init (&o);
    assert_int_equal (outcome_exit (&o), 5);
    o.verdict = VERDICT_SAFE;
    assert_int_equal (outcome_exit (&o), 0);
    text_clear (&t);
}

static void
lines_come_back (void **state)
{
    (void) state;
    struct outcome o, back;
    struct text t, again;
    text_init (&t);
    text_init (&again);
    fill (&o);
    outcome_unknown (&o, "time limit of 3 s reached");
    outcome_establish (&o, "no counterexample of less than 5 steps");
    o.unpredictable = true;
    o.expected = "false";
    outcome_judge (&o, "a b.c:3:1 unreach-call", VERDICT_UNSAFE);
    outcome_judge (&o, "no-overflow", VERDICT_SAFE);
    outcome_text (&o, &t);
    assert_non_null (strstr (text_view (&t),
                             "\nproperty: a b.c:3:1 unreach-call UNSAFE\n"
                             "property: no-overflow SAFE\nexpected: false\n"));
    outcome_init (&back);
    outcome_hear (&back, text_view (&t));
    outcome_text (&back, &again);
    assert_string_equal (text_view (&t), text_view (&again));
    text_reset (&t);
    text_reset (&again);
    struct outcome_step fold = {.what = memory_string ("... 7 more times"),
                                .folded = 7,
                                .kind = STEP_INPUT,
                                .depth = 3,
                                .function = memory_string ("f g"),
                                .node = memory_string ("1/2")};
    VEC_PUSH (o.trace, fold);
    outcome_fault (&o, "use after free");
    outcome_trace (&o, &t);
    outcome_hear_trace (&back, text_view (&t));
    outcome_trace (&back, &again);
    assert_int_equal (back.trace.size, 2);
    assert_string_equal (back.fault, "use after free");
    assert_int_equal (back.trace.at[1].kind, STEP_INPUT);
    assert_int_equal (back.trace.at[1].depth, 3);
    assert_null (back.trace.at[1].thread);
    assert_int_equal (outcome_steps (&back), 8);
    assert_string_equal (text_view (&t), text_view (&again));
    /* What the watchdog does not know is still told. */
    outcome_hear (&back, "deepest: 12 steps\nplain\n\n");
    assert_int_equal (back.established.size, 3);
    assert_string_equal (back.established.at[1], "deepest: 12 steps");
    outcome_clear (&o);
    outcome_clear (&back);
    text_clear (&t);
    text_clear (&again);
}

static void
json_escapes (void **state)
{
    (void) state;
    struct outcome o;
    struct text t;
    text_init (&t);
    fill (&o);
    struct outcome_subject subject = {.input = (const char *const[]) {"a.c"},
                                      .inputs = 1,
                                      .version = "1",
                                      .build = "2"};
    outcome_json (&o, &subject, &t);
    assert_memory_equal (text_view (&t), "{\n  \"verdict\": \"UNSAFE\"", 23);
    assert_non_null (strstr (text_view (&t), "x = 1 < 2 & \\\"y\\\""));
    assert_non_null (strstr (text_view (&t), "\"files\": {\"witness\": "
                                             "\"w.smt2\"}\n}\n"));
    outcome_clear (&o);
    text_clear (&t);
}

static void
people_see_the_trace (void **state)
{
    (void) state;
    struct outcome o;
    struct text t;
    text_init (&t);
    fill (&o);
    outcome_explain (&o, &t);
    assert_non_null (strstr (text_view (&t), "counterexample, 1 step:\n"));
    assert_non_null (strstr (text_view (&t), "clause 1: entry -> P  {x = 1"));
    text_reset (&t);
    outcome_run (&o, &t);
    assert_non_null (strstr (text_view (&t), "wasted: 7\n"));
    assert_null (strstr (text_view (&t), "rounds"));
    outcome_clear (&o);
    text_clear (&t);
}

/* The middle of a long one is folded; the numbers of the last steps stay. */
static void
long_traces_are_short (void **state)
{
    (void) state;
    struct outcome o;
    outcome_init (&o);
    o.verdict = VERDICT_UNSAFE;
    for (int i = 1; i <= 5000; i++) {
        char what[20];
        snprintf (what, sizeof what, "step %d", i);
        struct outcome_step step = {.what = memory_string (what),
                                    .folded = i == 2500 ? 3 : 0};
        VEC_PUSH (o.trace, step);
        outcome_shorten_trace (&o);
        assert_true (o.trace.size <= 1001);
        if (i == 1001)
            assert_string_equal (o.trace.at[500].what, "step 501");
    }
    struct text t;
    text_init (&t);
    outcome_explain (&o, &t);
    assert_non_null (strstr (text_view (&t), "counterexample, 5002 steps"));
    assert_non_null (strstr (text_view (&t), "... 4002 more steps"));
    assert_non_null (strstr (text_view (&t), "\n5002    step 5000\n"));
    outcome_clear (&o);
    text_clear (&t);
}

/* A line or a column that is 0 is not known; the file is the same. */
static void
places_in_sarif (void **state)
{
    (void) state;
    static const struct {
        const char *place, *expected;
    } table[] = {
        {"d/a.c:6:0", "\"d/a.c\"}, \"region\": {\"startLine\": 6}}"},
        {"d/a.c:6:7",
         "\"d/a.c\"}, \"region\": {\"startLine\": 6, \"startColumn\": 7}}"},
        {"d/a.c:6", "\"d/a.c\"}, \"region\": {\"startLine\": 6}}"},
        {"d/a.c:0:0", "\"d/a.c\"}}"},
        {"d/a.c", "\"d/a.c\"}}"},
        {"d:3/a.c:6:0", "\"d%3A3/a.c\"}, \"region\": {\"startLine\": 6}}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct outcome o;
        struct text t;
        outcome_init (&o);
        text_init (&t);
        o.verdict = VERDICT_UNSAFE;
        struct outcome_step step = {.place = memory_string (table[i].place),
                                    .what = memory_string ("fails")};
        VEC_PUSH (o.trace, step);
        sarif_log (&o, "input", "1", &t);
        if (!strstr (text_view (&t), table[i].expected))
            fail_msg ("%s: %s", table[i].place, text_view (&t));
        outcome_clear (&o);
        text_clear (&t);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (verdict_comes_first),
        cmocka_unit_test (unknown_has_one_line),
        cmocka_unit_test (lines_come_back),
        cmocka_unit_test (json_escapes),
        cmocka_unit_test (people_see_the_trace),
        cmocka_unit_test (long_traces_are_short),
        cmocka_unit_test (places_in_sarif),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
