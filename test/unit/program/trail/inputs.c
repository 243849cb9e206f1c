/* inputs.c -- what an execution of a C program got from outside, how people are
 * told about it, and what a cut makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "engine/conclude.h"
#include "frontend/boogie/boogie.h"
#include "csource/trace.h"
#include "program/trail/inputs.h"

struct fix {
    struct program program;
    struct trail trail;
    struct inputs inputs;
};

static void
fix_init (struct fix *f, const char *source, const char *trail)
{
    struct problem problem = {0};
    *f = (struct fix) {0};
    program_init (&f->program, "t.c");
    if (!boogie_read (&f->program, source, strlen (source), "t.c", &problem))
        fail_msg ("%s", problem.message);
    trail_init (&f->trail);
    if (!trail_read (&f->trail, &f->program, trail, "trail", &problem)
        || !inputs_find (&f->inputs, &f->trail, &f->program, &problem))
        fail_msg ("%s", problem.message);
}

static void
fix_clear (struct fix *f)
{
    inputs_clear (&f->inputs);
    trail_clear (&f->trail);
    program_clear (&f->program);
}

/* x and y are C variables; u is one that nobody writes. */
static const char program[] =
    "var {:c \"g\"} g: bv32;\n"
    "procedure {:c \"f\"} f(a: bv32) returns (r: bv32) {\n"
    "  var {:c \"a\"} {:c_type \"int\"} a1: bv32;\n"
    "  e: a1 := a; r := a; return;\n"
    "}\n"
    "procedure {:c \"main\"} {:entrypoint} main() modifies g; {\n"
    "  var n, m, u, p, q, r: bv32;\n"
    "  var {:c \"x\"} {:c_type \"unsigned char\"} x: bv8;\n"
    "  var {:c \"y\"} {:c_type \"int\"} y: bv32;\n"
    "  var {:c \"s\"} {:c_type \"char *\"} {:c_part \"@object\"} s: bv32;"
    "  var {:c \"s\"} {:c_type \"char *\"} {:c_part \"@offset\"} o: bv32;\n"
    "  start: g := 0bv32; goto body;\n"
    "  body: havoc {:uninitialised \"u\"} u;\n"
    "  havoc {:input \"__VERIFIER_nondet_int\"} n; y := n; x := n[8:0];\n"
    "  havoc {:input \"__VERIFIER_nondet_uint\"} m;\n"
    "  havoc {:input \"__VERIFIER_nondet_int\"} n; y := n; y := n; y := "
    "8bv32;\n"
    "  havoc {:input \"get\"} p;\n"
    "  havoc {:input \"get\"} q; s, o := p, 0bv32;\n"
    "  call r := f(n);\n"
    "  g := r;\n"
    "  goto bad, cut, loose;\n"
    "  bad: assert {:check \"unreach-call\"} {:message \"reach_error is "
    "called\"}\n    false; return;\n"
    "  cut: assert {:cut \"inline assembly\"} false; return;\n"
    "  loose: assume u == 3bv32;\n"
    "  assert {:check \"no-overflow\"} u != 3bv32; return;\n"
    "}\n";

static const char trail[] = "cohort-trail 1\n"
                            "entry main\n"
                            "goal assert\n"
                            "global g (_ bv9 32)\n"
                            "visit main start\n"
                            "value any\nvalue any\nvalue any\nvalue any\n"
                            "value any\nvalue any\nvalue any\nvalue any\n"
                            "value any\nvalue any\n"
                            "visit main body\n"
                            "value (_ bv3 32)\n"
                            "value (_ bv4294967233 32)\n"
                            "value (_ bv4294967295 32)\n"
                            "value (_ bv7 32)\n"
                            "value (_ bv0 32)\n"
                            "value (_ bv%s 32)\n"
                            "visit f e\n"
                            "value any\nvalue any\n"
                            "visit main %s\n";

static void
fix_program (struct fix *f, const char *offset, const char *end)
{
    struct text text;
    text_init (&text);
    text_print (&text, trail, offset, end);
    fix_init (f, program, text_view (&text));
    text_clear (&text);
}

static void
inputs_are_in_order (void **state)
{
    (void) state;
    struct fix f;
    fix_program (&f, "0", "bad");
    const struct input *in = f.inputs.input.at;
    assert_int_equal (f.inputs.input.size, 6);
    assert_string_equal (in[0].uninitialised, "u");
    assert_string_equal (in[1].function, "__VERIFIER_nondet_int");
    assert_string_equal (in[1].value->text, "4294967233");
    assert_int_equal (in[1].place.line, 13);
    assert_string_equal (in[1].procedure, "main");
    assert_string_equal (in[2].function, "__VERIFIER_nondet_uint");
    assert_string_equal (in[3].value->text, "7");
    assert_string_equal (in[4].function, "get");
    assert_string_equal (in[5].function, "get");
    assert_string_equal (f.inputs.check, "unreach-call");
    assert_string_equal (f.inputs.message, "reach_error is called");
    assert_null (f.inputs.cut);
    assert_string_equal (f.inputs.entry, "main");
    assert_string_equal (f.inputs.procedure, "main");
    assert_false (f.inputs.abstract);
    assert_null (f.inputs.uncontrolled);
    fix_clear (&f);
}

/* Two havocs of one line by an unknown function may be two calls or the parts
 * of one: those on lines of their own are two. */
static void
what_cannot_be_given_is_said (void **state)
{
    (void) state;
    struct fix f;
    fix_program (&f, "0", "loose");
    assert_string_equal (f.inputs.guessed, "uninitialised u");
    assert_null (f.inputs.uncontrolled);
    assert_true (f.inputs.memory);
    assert_string_equal (f.inputs.check, "no-overflow");
    fix_clear (&f);
    fix_init (&f,
              "procedure {:c \"main\"} main() { var p, q: bv32;\n"
              "e: havoc {:input \"get\"} p, q; assert false; }\n",
              "cohort-trail 1\nentry main\ngoal assert\nvisit main e\n"
              "value any\nvalue any\nvalue (_ bv1 32)\nvalue (_ bv0 32)\n");
    assert_int_equal (f.inputs.input.size, 1);
    assert_int_equal (f.inputs.input.at[0].parts, 2);
    assert_string_equal (f.inputs.uncontrolled, "the result of get");
    assert_null (f.inputs.guessed);
    fix_clear (&f);
    fix_init (&f,
              "procedure {:c \"main\"} main() { var p: bv32;\n"
              "e: havoc {:input \"fopen\"} p; assert false; }\n",
              "cohort-trail 1\nentry main\ngoal assert\nvisit main e\n"
              "value any\nvalue (_ bv0 32)\n");
    assert_null (f.inputs.guessed); /* it is not looked at */
    fix_clear (&f);
}

/* What the C library gives is made up, unless it does not matter; what it reads
 * is on stdin. */
static void
results_of_the_library_are_guessed (void **state)
{
    (void) state;
    struct fix f;
    fix_init (&f,
              "procedure {:c \"main\"} main() { var p, q: bv32;\n"
              "e: havoc {:input \"time\"} q; havoc {:input \"fopen\"} p;\n"
              "assert p != 0bv32; }\n",
              "cohort-trail 1\nentry main\ngoal assert\nvisit main e\n"
              "value any\nvalue any\nvalue (_ bv7 32)\nvalue (_ bv0 32)\n");
    assert_string_equal (f.inputs.guessed, "the result of fopen");
    assert_null (f.inputs.uncontrolled);
    assert_false (f.inputs.memory);
    fix_clear (&f);
    fix_init (&f,
              "procedure {:c \"main\"} main() { var p, q: bv32;\n"
              "e: havoc {:input \"scanf\"} {:written} p;\n"
              "havoc {:input \"scanf\"} q;\n"
              "havoc {:input \"getchar\"} q; assert p != 4294967295bv32; }\n",
              "cohort-trail 1\nentry main\ngoal assert\nvisit main e\n"
              "value any\nvalue any\nvalue (_ bv4294967295 32)\n"
              "value (_ bv1 32)\nvalue (_ bv65 32)\n");
    assert_string_equal (f.inputs.guessed, "the result of scanf");
    assert_string_equal (text_view (&f.inputs.standard), "-1 A");
    fix_clear (&f);
}

/* The world may choose so, though no native run can be made to. */
static void
open_choices_are_no_guesses (void **state)
{
    (void) state;
    struct fix f;
    fix_init (&f,
              "procedure {:c \"main\"} main() { var p: bool;\n"
              "e: havoc {:open \"malloc\"} p; assert !p; }\n",
              "cohort-trail 1\nentry main\ngoal assert\nvisit main e\n"
              "value any\nvalue true\n");
    assert_string_equal (f.inputs.uncontrolled, "effects of malloc");
    assert_null (f.inputs.guessed);
    fix_clear (&f);
}

static void
abstract_functions_are_noticed (void **state)
{
    (void) state;
    struct fix f;
    fix_init (&f,
              "function {:abstract \"fadd\"} add(x: bv32) returns (bv32);\n"
              "procedure {:c \"main\"} main() {\n"
              "e: assert add(0bv32) != 1bv32; }\n",
              "cohort-trail 1\nentry main\ngoal assert\n"
              "point (add (_ bv0 32)) (_ bv1 32)\nvisit main e\n");
    assert_true (f.inputs.abstract);
    fix_clear (&f);
}

static void
tell (void *context, const struct c_step *s)
{
    text_print (context, "%u %s:%u %s\n", s->depth, s->function, s->place.line,
                s->what);
}

static void
people_see_c (void **state)
{
    (void) state;
    struct fix f;
    struct text text;
    struct term_vec open = {0};
    struct problem problem = {0};
    fix_program (&f, "0", "bad");
    assert_true (program_is_c (&f.program));
    text_init (&text);
    assert_true (c_trace (&f.trail, &f.program, tell, &text, &open, &problem));
    assert_string_equal (
        text_view (&text),
        "0 main:12 u = 3 (uninitialised)\n"
        "0 main:13 __VERIFIER_nondet_int () = -63, y = -63, x = 193\n"
        "0 main:14 __VERIFIER_nondet_uint () = 4294967295\n"
        "0 main:15 __VERIFIER_nondet_int () = 7, y = 7\n"
        "0 main:15 y = 8\n"
        "0 main:16 get () = 0\n"
        "0 main:17 get () = 0, s = null\n"
        "0 main:18 call f (a = 7)\n"
        "1 f:4 return 7 from f\n"
        "0 main:19 g = 7\n"
        "0 main:21 reach_error is called\n");
    text_clear (&text);
    VEC_CLEAR (open);
    fix_clear (&f);
}

static void
conclude_as (const char *end, enum verdict verdict, const char *reason)
{
    struct fix f;
    struct outcome o;
    outcome_init (&o);
    fix_program (&f, "0", end);
    conclude_unsafe (&f.program, &f.trail, &o);
    assert_int_equal (o.verdict, verdict);
    if (reason)
        assert_string_equal (o.reason, reason);
    assert_int_equal (o.derivation != NULL, verdict == VERDICT_UNSAFE);
    outcome_clear (&o);
    fix_clear (&f);
}

static void
a_cut_is_never_unsafe (void **state)
{
    (void) state;
    conclude_as ("bad", VERDICT_UNSAFE, NULL);
    conclude_as ("loose", VERDICT_UNSAFE, NULL);
    conclude_as ("cut", VERDICT_UNKNOWN,
                 "not modelled: inline assembly at t.c:23:8");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (inputs_are_in_order),
        cmocka_unit_test (what_cannot_be_given_is_said),
        cmocka_unit_test (results_of_the_library_are_guessed),
        cmocka_unit_test (open_choices_are_no_guesses),
        cmocka_unit_test (abstract_functions_are_noticed),
        cmocka_unit_test (people_see_c),
        cmocka_unit_test (a_cut_is_never_unsafe),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
