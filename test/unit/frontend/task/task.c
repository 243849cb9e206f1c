/* task.c -- task definitions, property files, and verdicts in names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "frontend/task/task.h"

static void
whole_task (void **state)
{
    (void) state;
    const char *text = "format_version: '2.0'\n"
                       "input_files: 'a.i'\n"
                       "properties:\n"
                       "  - property_file: ../properties/unreach-call.prp\n"
                       "    expected_verdict: false\n"
                       "  - property_file: /p/valid-memsafety.prp\n"
                       "    expected_verdict: false\n"
                       "    subproperty: valid-deref\n"
                       "  - property_file: coverage.prp\n"
                       "options:\n"
                       "  language: C\n"
                       "  data_model: ILP32\n";
    struct task t;
    struct problem p = {0};
    assert_true (task_read (&t, text, strlen (text), "dir/a.yml", &p));
    assert_int_equal (t.file.size, 1);
    assert_string_equal (t.file.at[0], "dir/a.i");
    assert_int_equal (t.property.size, 3);
    assert_string_equal (t.property.at[0].file,
                         "dir/../properties/unreach-call.prp");
    assert_int_equal (t.property.at[0].expect, EXPECT_FALSE);
    assert_string_equal (t.property.at[1].file, "/p/valid-memsafety.prp");
    assert_string_equal (t.property.at[1].subproperty, "valid-deref");
    assert_int_equal (t.property.at[2].expect, EXPECT_NOTHING);
    assert_int_equal (t.bits, 32);
    assert_true (t.is_c);
    task_clear (&t);
}

static void
short_task (void **state)
{
    (void) state;
    const char *text = "input_files: [a.c, /b.c]\noptions: {language: Java}\n";
    struct task t;
    struct problem p = {0};
    assert_true (task_read (&t, text, strlen (text), "a.yml", &p));
    assert_int_equal (t.file.size, 2);
    assert_string_equal (t.file.at[0], "a.c");
    assert_string_equal (t.file.at[1], "/b.c");
    assert_int_equal (t.bits, 0);
    assert_false (t.is_c);
    task_clear (&t);
}

/* Each is wrong where it says. */
static void
wrong_tasks (void **state)
{
    (void) state;
    static const char *const wrong[][2] = {
        {"- a\n", "t.yml:1"},
        {"properties: []\n", "needs input_files"},
        {"input_files: []\n", "t.yml:1"},
        {"input_files: ''\n", "name of an input file"},
        {"input_files: {a: b}\n", "a name or a list"},
        {"format_version: 3.0\ninput_files: a\n", "t.yml:1:17: format_version"},
        {"input_files: a\nproperties: b\n", "t.yml:2"},
        {"input_files: a\nproperties: [{}]\n", "needs a property_file"},
        {"input_files: a\nproperties:\n  - property_file: b\n"
         "    expected_verdict: maybe\n",
         "t.yml:4:23: expected_verdict must be"},
        {"input_files: a\noptions: {data_model: LLP64}\n",
         "data_model must be"},
        {"input_files: [a\n", "t.yml:"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct task t;
        struct problem p = {0};
        assert_false (
            task_read (&t, wrong[i][0], strlen (wrong[i][0]), "t.yml", &p));
        assert_int_equal (p.kind, PROBLEM_INPUT);
        if (!strstr (p.message, wrong[i][1]))
            fail_msg ("%s has no %s", p.message, wrong[i][1]);
    }
}

static void
recognised_by_name (void **state)
{
    (void) state;
    assert_true (task_recognise ("d/a.yml", "", 0));
    assert_true (task_recognise ("a.yaml", "", 0));
    assert_false (task_recognise ("yml", "", 0));
    assert_false (task_recognise ("a.yml.c", "", 0));
}

static const char *
checks_of (const char *text)
{
    static char checks[200];
    struct property p;
    struct problem problem = {0};
    if (!property_read (&p, text, strlen (text), "x.prp", &problem))
        return "";
    strncpy (checks, p.checks, sizeof checks - 1);
    assert_true (!p.entry || !strcmp (p.entry, "main"));
    property_clear (&p);
    return checks;
}

static void
known_properties (void **state)
{
    (void) state;
    static const char *const known[][2] = {
        {"CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
         "unreach-call"},
        {"CHECK(init(main()),LTL(G!call(__VERIFIER_error())))", "unreach-call"},
        {"CHECK( init(main()), LTL(G valid-free) )\n"
         "CHECK( init(main()), LTL(G valid-deref) )\n"
         "CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
         "valid-free,valid-deref,valid-memtrack"},
        {"\n# text\nCHECK ( init ( main ( ) ) ,\n LTL ( G ! overflow ) )",
         "no-overflow"},
        {"CHECK( init(main()), LTL(G valid-memcleanup) )", "valid-memcleanup"},
        {"CHECK( init(main()), LTL(F end) )", "termination"},
        {"CHECK( init(main()), LTL(G ! data-race) )", "no-data-race"},
        {"CHECK( init(main()), LTL(G def-behavior) )", "def-behavior"},
        {"CHECK( init(main()), LTL(G ! label(ERROR)) )", "unreach-label"},
        {"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "coverage"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal (checks_of (known[i][0]), known[i][1]);
}

static void
other_names (void **state)
{
    (void) state;
    const char *text = "CHECK( init(start()), LTL(G ! call(bad())) )";
    struct property p;
    struct problem problem = {0};
    assert_true (property_read (&p, text, strlen (text), "x", &problem));
    assert_string_equal (p.entry, "start");
    assert_string_equal (p.function, "bad");
    property_clear (&p);
}

static void
wrong_properties (void **state)
{
    (void) state;
    static const char *const wrong[] = {
        "",
        "# nothing\n",
        "CHECK",
        "CHECK( init(main()), LTL(G ! call(reach_error()) )",
        "CHECK( init(main()), LTL(G ! call(reach_error()))) )",
        "CHECK( init(main), LTL(G ! overflow) )",
        "CHECK( init(main()), LTL(G ! overflows) )",
        "CHECK( init(main()), LTL(F overflow) )",
        "CHECK( init(main()), LTL(G ! call()) )",
        "CHECK( init(main()), LTL(F end) ) CHECK( init(f()), LTL(F end) )",
        ")",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct property p;
        struct problem problem = {0};
        assert_false (
            property_read (&p, wrong[i], strlen (wrong[i]), "x.prp", &problem));
        assert_int_equal (problem.kind, PROBLEM_INPUT);
        assert_non_null (strstr (problem.message, "x.prp"));
    }
}

static void
wrong_place (void **state)
{
    (void) state;
    const char *text = "CHECK( init(main()), LTL(F end) )\n\n  CHECK( no )\n";
    struct property p;
    struct problem problem = {0};
    assert_false (property_read (&p, text, strlen (text), "x.prp", &problem));
    assert_non_null (strstr (problem.message, "x.prp:3:3: "));
}

static void
old_names (void **state)
{
    (void) state;
    const char *name = "d_true-unreach-call/x_true-unreach-call_false-"
                       "valid-deref.i";
    assert_int_equal (task_expected (name, "unreach-call"), EXPECT_TRUE);
    assert_int_equal (task_expected (name, "valid-deref"), EXPECT_FALSE);
    assert_int_equal (task_expected (name, "valid"), EXPECT_NOTHING);
    assert_int_equal (task_expected (name, "termination"), EXPECT_NOTHING);
    assert_int_equal (task_expected ("a_false-unreach-call", "unreach-call"),
                      EXPECT_FALSE);
    assert_int_equal (task_expected ("d_true-unreach-call/x.c", "unreach-call"),
                      EXPECT_NOTHING);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (whole_task),         cmocka_unit_test (short_task),
        cmocka_unit_test (wrong_tasks),        cmocka_unit_test (old_names),
        cmocka_unit_test (known_properties),   cmocka_unit_test (other_names),
        cmocka_unit_test (wrong_properties),   cmocka_unit_test (wrong_place),
        cmocka_unit_test (recognised_by_name),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
