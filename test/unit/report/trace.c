/* trace.c -- counterexamples taken apart: places, values, frames, what is known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "report/trace.h"

static void
place_is (const char *place, const char *file, unsigned line, unsigned column)
{
    unsigned l, c;
    char *f = trace_place (place, &l, &c);
    if (file)
        assert_string_equal (f, file);
    else
        assert_null (f);
    assert_int_equal (l, line);
    assert_int_equal (c, column);
    memory_free (f);
}

static void
places (void **state)
{
    (void) state;
    place_is (NULL, NULL, 0, 0);
    place_is ("", NULL, 0, 0);
    place_is ("a.c", "a.c", 0, 0);
    place_is ("a.c:7", "a.c", 7, 0);
    place_is ("a.c:7:12", "a.c", 7, 12);
    place_is ("a.c:6:0", "a.c", 6, 0);
    place_is ("b:3/a.c:7:12", "b:3/a.c", 7, 12);
    place_is ("b:3", "b", 3, 0);
    place_is ("a:1:2:3", "a:1", 2, 3);
    place_is (":3", ":3", 0, 0);
    place_is ("a.c:99999999999", "a.c:99999999999", 0, 0);
}

/* The names, `=` or `?` if it was read, the values. */
static void
values_are (const char *text, const char *want)
{
    struct vec_trace_value list = {0};
    struct text t;
    text_init (&t);
    trace_values (text, &list);
    for (size_t i = 0; i < list.size; i++)
        text_print (&t, "%s%s%s%s", i ? "|" : "", list.at[i].name,
                    list.at[i].read ? "?" : "=", list.at[i].value);
    assert_string_equal (text_view (&t), want);
    trace_values_clear (&list);
    text_clear (&t);
}

static void
values (void **state)
{
    (void) state;
    values_are ("", "");
    values_are ("x = 1", "x=1");
    values_are ("ring[0] = 0, count = -1", "ring[0]=0|count=-1");
    values_are ("m = [1 := 2, * := 0], b = true", "m=[1 := 2, * := 0]|b=true");
    values_are ("__VERIFIER_nondet_int () = 7, n = 7",
                "__VERIFIER_nondet_int ()=7|n=7");
    values_are ("i = 0, p == 2; holds a, b", "i=0|p?2");
    values_are ("r24 = 0x12, PINB read as 0x12", "r24=0x12|PINB?0x12");
    values_are ("request: true, grant: false", "request=true|grant=false");
    values_are ("s = \"a, b = 3\", c = ',', d = 1", "s=\"a, b = 3\"|c=','|d=1");
    values_are ("x (= ) = 2", "x (= )=2");
    values_are ("set", "");
    values_are (" = 1", "");
    values_are ("a = )]}, b = 2", "a=|b=2");
    values_are ("a = \"never closed, b = 2", "a=\"never closed, b = 2");
    values_are ("count <= 3 = 1", "count <= 3=1");
}

static void
step (struct outcome *o, const char *thread, enum step_kind kind,
      const char *function, uint32_t depth, const char *what)
{
    struct outcome_step s = {.place = memory_string ("a.c:1:1"),
                             .what = memory_string (what),
                             .values = memory_string (""),
                             .thread = thread ? memory_string (thread) : NULL,
                             .kind = kind,
                             .told_whole = kind == STEP_PLAIN,
                             .function =
                                 function ? memory_string (function) : NULL,
                             .depth = depth};
    VEC_PUSH (o->trace, s);
}

static void
known_are (const struct trace *t, size_t at, const char *want)
{
    struct vec_trace_known known = {0};
    struct text text;
    text_init (&text);
    trace_known (t, at, &known);
    for (size_t i = 0; i < known.size; i++)
        text_print (&text, "%s%s=%s", i ? " " : "", known.at[i].value->name,
                    known.at[i].value->value);
    assert_string_equal (text_view (&text), want);
    text_clear (&text);
    VEC_CLEAR (known);
}

static void
stack_is (const struct trace *t, size_t at, unsigned thread, const char *want)
{
    struct vec_trace_frame stack = {0};
    struct text text;
    text_init (&text);
    trace_stack (t, at, thread, &stack);
    for (size_t i = 0; i < stack.size; i++)
        text_print (&text, "%s%s@%zu", i ? " " : "",
                    stack.at[i].function ? stack.at[i].function : "?",
                    stack.at[i].entry);
    assert_string_equal (text_view (&text), want);
    text_clear (&text);
    VEC_CLEAR (stack);
}

static void
calls (void **state)
{
    (void) state;
    struct outcome o;
    struct trace t;
    outcome_init (&o);
    o.verdict = VERDICT_UNSAFE;
    outcome_global (&o, "count");
    step (&o, NULL, STEP_PLAIN, "main", 0, "x = 1, count = 0");
    step (&o, NULL, STEP_CALL, "main", 0, "call put (x = 5)");
    step (&o, NULL, STEP_PLAIN, "put", 1, "count = 1, y = 2");
    step (&o, NULL, STEP_RETURN, "put", 1, "return 1 from put");
    step (&o, NULL, STEP_PLAIN, "main", 0, "x = 1");
    step (&o, NULL, STEP_CALL, "main", 0, "call put (x = 6)");
    step (&o, NULL, STEP_PLAIN, "put", 1, "count = 1");
    trace_init (&t, &o);
    known_are (&t, 0, "x=1 count=0");
    known_are (&t, 1, "x=1 count=0 x=5");
    known_are (&t, 2, "x=1 x=5 count=1 y=2");
    known_are (&t, 3, "x=1 x=5 count=1 y=2");
    known_are (&t, 4, "count=1 x=1");
    known_are (&t, 6, "x=1 x=6 count=1");
    stack_is (&t, 0, 0, "main@0");
    stack_is (&t, 1, 0, "put@1 main@1");
    stack_is (&t, 2, 0, "put@2 main@1");
    stack_is (&t, 3, 0, "put@3 main@1");
    stack_is (&t, 4, 0, "main@4");
    stack_is (&t, 6, 0, "put@6 main@5");
    assert_true (t.entry.at[0].value.at[0].changed);
    assert_false (t.entry.at[4].value.at[0].changed);
    assert_true (t.entry.at[2].value.at[0].changed);
    assert_false (t.entry.at[6].value.at[0].changed);
    assert_int_equal (t.entry.at[6].kind, STEP_FAULT);
    assert_int_equal (t.thread.size, 1);
    assert_string_equal (t.thread.at[0], "main");
    trace_clear (&t);
    outcome_clear (&o);
}

static void
threads (void **state)
{
    (void) state;
    struct outcome o;
    struct trace t;
    outcome_init (&o);
    o.verdict = VERDICT_UNSAFE;
    outcome_global (&o, "g");
    step (&o, "main", STEP_PLAIN, "main", 0, "i = 0, g = 1");
    step (&o, "thread 1", STEP_PLAIN, "run", 0, "i = 7");
    step (&o, "main", STEP_PLAIN, "main", 0, "g = 2");
    step (&o, "thread 1", STEP_PLAIN, "run", 0, "g = 2");
    step (&o, "main", STEP_PLAIN, "other", 0, "j = 1");
    o.trace.at[3].folded = 9;
    trace_init (&t, &o);
    known_are (&t, 2, "i=0 i=7 g=2");
    known_are (&t, 4, "i=7 g=2 j=1");
    stack_is (&t, 2, 1, "run@1");
    stack_is (&t, 0, 1, "");
    assert_int_equal (t.thread.size, 2);
    assert_int_equal (t.entry.at[1].thread, 1);
    assert_int_equal (t.entry.at[4].number, 13);
    assert_string_equal (t.entry.at[4].file, "a.c");
    trace_clear (&t);
    outcome_clear (&o);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (places), cmocka_unit_test (values),
        cmocka_unit_test (calls), cmocka_unit_test (threads)};
    return cmocka_run_group_tests_name ("trace", tests, NULL, NULL);
}
