/* witness_yaml.c -- witnesses: what is written can be read, and what others
 * write is read or refused with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/yaml.h"
#include "csource/witness.h"
#include "report/witness_yaml.h"

static const char source[] = "extern int __VERIFIER_nondet_int ();\n"
                             "int main () {\n"
                             "  int x = __VERIFIER_nondet_int (\n"
                             "    );\n"
                             "  if (x == -7) reach_error ();\n"
                             "}\n";

static bool
write_counterexample (struct text *out, const char *file, const char *check,
                      struct problem *problem)
{
    terms *t = terms_new ();
    struct inputs x = {
        .check = check, .place = {file, 5, 16}, .procedure = "main"};
    const sort *word = sort_bv (t, 32);
    struct input in = {.function = "__VERIFIER_nondet_int",
                       .variable = term_var (t, "n", word),
                       .value = term_bits (t, 32, "4294967289"),
                       .place = {file, 3, 11},
                       .procedure = "main",
                       .parts = 1};
    VEC_PUSH (x.input, in);
    in.place.column = 5;
    VEC_PUSH (x.input, in);
    in.function = "__VERIFIER_nondet_float";
    VEC_PUSH (x.input, in);
    const char *files[] = {file};
    struct witness_task task = {.file = files, .files = 1, .bits = 32};
    bool good = c_witness_violation (out, &x, task, problem);
    inputs_clear (&x);
    terms_free (t);
    return good;
}

static void
violations_are_written (void **state)
{
    (void) state;
    char file[] = "/tmp/cohort-test-XXXXXX";
    int fd = mkstemp (file);
    assert_true (fd >= 0);
    close (fd);
    assert_true (text_save (file, source, strlen (source)));
    struct text out, again;
    struct problem problem = {0};
    text_init (&out);
    text_init (&again);
    assert_true (write_counterexample (&out, file, "unreach-call", &problem));
    assert_true (write_counterexample (&again, file, "unreach-call", &problem));
    assert_string_equal (text_view (&out), text_view (&again));
    assert_true (witness_recognise (out.data, out.size));
    struct witness w;
    if (!witness_read (&w, out.data, out.size, "w.yml", &problem))
        fail_msg ("%s", problem.message);
    assert_true (w.violation);
    assert_string_equal (w.specification, "G ! call(reach_error())");
    assert_string_equal (w.producer, "cohort");
    assert_int_equal (w.waypoint.size, 3);
    const struct witness_waypoint *at = w.waypoint.at;
    assert_int_equal (at[0].type, WAYPOINT_RETURN);
    assert_string_equal (at[0].value, "\\result == -7");
    assert_int_equal (at[0].place.line, 4);
    assert_int_equal (at[0].place.column, 5);
    assert_int_equal (at[1].place.line, 3);
    assert_int_equal (at[1].place.column, 0);
    assert_int_equal (at[2].type, WAYPOINT_TARGET);
    assert_int_equal (at[2].place.column, 16);
    assert_string_equal (at[2].function, "main");
    assert_string_equal (at[2].place.file, file);
    witness_clear (&w);
    struct yaml y;
    assert_true (yaml_read (&y, out.data, out.size, "w.yml", &problem));
    const struct yaml_node *data = yaml_find (y.root->child[0], "metadata");
    const struct yaml_node *task = yaml_find (data, "task");
    assert_string_equal (yaml_string (data, "creation_time"),
                         "1970-01-01T00:00:00Z");
    assert_int_equal (strlen (yaml_string (data, "uuid")), 36);
    assert_string_equal (yaml_string (task, "data_model"), "ILP32");
    assert_string_equal (
        yaml_string (yaml_find (task, "input_file_hashes"), file),
        "af61e9fac2c3ee3b05f777c3247158cfd7898e5bb61ca50973355dc5fd86346e");
    yaml_clear (&y);
    text_reset (&again);
    assert_true (write_counterexample (&again, file, "valid-free", &problem));
    assert_string_not_equal (text_view (&out), text_view (&again));
    assert_false (write_counterexample (&again, file, "shift", &problem));
    unlink (file);
    problem = (struct problem) {0};
    assert_false (write_counterexample (&again, file, "valid-free", &problem));
    text_clear (&out);
    text_clear (&again);
}

static void
invariants_are_written (void **state)
{
    (void) state;
    struct text out;
    struct problem problem = {0};
    struct vec_invariant list = {0};
    struct witness_invariant v = {.value = "x <= 10 && \"y\"[0]",
                                  .function = "main",
                                  .place = {"t.c", 7, 3}};
    VEC_PUSH (list, v);
    struct witness_task task = {.specification = "G ! overflow", .bits = 64};
    text_init (&out);
    setenv ("SOURCE_DATE_EPOCH", "86400", 1);
    assert_true (witness_write_invariants (&out, &task, &list, &problem));
    unsetenv ("SOURCE_DATE_EPOCH");
    assert_non_null (strstr (text_view (&out), "1970-01-02T00:00:00Z"));
    struct witness w;
    if (!witness_read (&w, out.data, out.size, "w.yml", &problem))
        fail_msg ("%s", problem.message);
    assert_false (w.violation);
    assert_int_equal (w.invariant.size, 1);
    assert_string_equal (w.invariant.at[0].value, v.value);
    assert_int_equal (w.invariant.at[0].place.line, 7);
    assert_false (w.invariant.at[0].at_location);
    witness_clear (&w);
    list.size = 0;
    text_reset (&out);
    assert_true (witness_write_invariants (&out, &task, &list, &problem));
    assert_true (witness_read (&w, out.data, out.size, "w.yml", &problem));
    assert_int_equal (w.invariant.size, 0);
    witness_clear (&w);
    VEC_CLEAR (list);
    text_clear (&out);
}

#define HEAD(type, content)                                          \
    "- entry_type: " type "\n  metadata:\n    format_version: 2.1\n" \
    "  content:\n" content

static void
refused (const char *text, const char *message)
{
    struct witness w;
    struct problem problem = {0};
    assert_false (witness_read (&w, text, strlen (text), "w.yml", &problem));
    assert_string_equal (problem.message, message);
}

static void
bad_witnesses_are_refused (void **state)
{
    (void) state;
    refused ("a: 1\n", "w.yml:1:1: a witness is a list of entries");
    refused ("- entry_type: x\n  metadata: {format_version: 1.0}\n",
             "w.yml:2:30: only format 2 is known");
    refused (HEAD ("odd", "    []\n"),
             "w.yml:1:3: an entry of an unknown type");
    refused (HEAD ("violation_sequence", "    []\n"),
             "w.yml:5:5: the last waypoint is no target");
    refused (
        HEAD ("violation_sequence",
              "  - segment:\n    - waypoint: {type: target, action: avoid, "
              "location: {line: 3}}\n"),
        "w.yml:6:17: exactly the last waypoint of a segment is to be "
        "followed");
    refused (HEAD ("violation_sequence",
                   "  - segment:\n    - waypoint: {type: target, action: "
                   "follow, location: {line: x}}\n"),
             "w.yml:6:58: a line or column is no number");
    refused (HEAD ("violation_sequence",
                   "  - segment:\n    - waypoint: {type: assumption, action: "
                   "follow, location: {line: 1}}\n"),
             "w.yml:6:17: a waypoint without its constraint");
    refused (HEAD ("invariant_set", "  - invariant: {type: loop_invariant}\n"),
             "w.yml:5:16: an invariant without a value");
    assert_false (witness_recognise ("format_version: '2.0'\n", 22));
    assert_false (witness_recognise ("", 0));
}

static void
calls_have_an_end (void **state)
{
    (void) state;
    static const struct {
        const char *source;
        unsigned column, end;
    } calls[] = {{"f()", 1, 3},       {"x = f (g(1), 2);", 5, 15},
                 {"f2()", 1, 0},      {"f;", 1, 0},
                 {"f (\"(\")", 1, 0}, {"g()", 1, 0},
                 {"f(", 1, 0},        {"f()", 9, 0}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        struct place place = {NULL, 1, calls[i].column};
        bool good = witness_call_end (calls[i].source, strlen (calls[i].source),
                                      "f", &place);
        assert_int_equal (good, calls[i].end != 0);
        assert_int_equal (place.column,
                          calls[i].end ? calls[i].end : calls[i].column);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (violations_are_written),
        cmocka_unit_test (invariants_are_written),
        cmocka_unit_test (bad_witnesses_are_refused),
        cmocka_unit_test (calls_have_an_end),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
