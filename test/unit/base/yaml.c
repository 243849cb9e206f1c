/* yaml.c -- YAML: what is read, and what is refused with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/yaml.h"

static struct yaml
read (const char *text)
{
    struct yaml y;
    struct problem problem = {0};
    if (!yaml_read (&y, text, strlen (text), "t.yml", &problem))
        fail_msg ("%s", problem.message);
    return y;
}

static void
refused (const char *text, size_t size, const char *message)
{
    struct yaml y;
    struct problem problem = {0};
    assert_false (yaml_read (&y, text, size, "t.yml", &problem));
    assert_int_equal (problem.kind, PROBLEM_INPUT);
    if (!strstr (problem.message, message))
        fail_msg ("'%s' is not in '%s'", message, problem.message);
}

static void
task_is_read (void **state)
{
    (void) state;
    struct yaml y = read ("format_version: '2.0'  # a comment\n"
                          "input_files: \"a \\\"b\\\".c\"\n"
                          "\n"
                          "properties:\n"
                          "  - property_file: ../p/unreach-call.prp\n"
                          "    expected_verdict: true\n"
                          "  - property_file: ../p/no-overflow.prp\n"
                          "options: {language: C, data_model: [ILP32, LP64]}\n"
                          "note: |\n"
                          "  first\n"
                          "  second\n");
    assert_string_equal (yaml_string (y.root, "format_version"), "2.0");
    assert_false (yaml_find (y.root, "format_version")->plain);
    assert_string_equal (yaml_string (y.root, "input_files"), "a \"b\".c");
    const struct yaml_node *list = yaml_find (y.root, "properties");
    assert_int_equal (list->kind, YAML_KIND_LIST);
    assert_int_equal (list->children, 2);
    assert_string_equal (yaml_string (list->child[0], "expected_verdict"),
                         "true");
    assert_true (yaml_find (list->child[0], "expected_verdict")->plain);
    assert_null (yaml_string (list->child[1], "expected_verdict"));
    assert_int_equal (list->child[1]->line, 7);
    assert_int_equal (list->child[1]->column, 5);
    const struct yaml_node *options = yaml_find (y.root, "options");
    assert_string_equal (yaml_string (options, "language"), "C");
    assert_null (yaml_string (options, "data_model"));
    assert_string_equal (yaml_find (options, "data_model")->child[1]->text,
                         "LP64");
    assert_string_equal (yaml_string (y.root, "note"), "first\nsecond\n");
    assert_null (yaml_find (yaml_find (y.root, "no"), "no"));
    yaml_clear (&y);
}

static void
empty_is_a_scalar (void **state)
{
    (void) state;
    struct yaml y = read ("# nothing\n");
    assert_int_equal (y.root->kind, YAML_KIND_SCALAR);
    assert_string_equal (y.root->text, "");
    yaml_clear (&y);
    y = read ("a:\nb: []\n");
    assert_string_equal (yaml_string (y.root, "a"), "");
    assert_int_equal (yaml_find (y.root, "b")->children, 0);
    yaml_clear (&y);
}

static void
bad_input_has_a_place (void **state)
{
    (void) state;
#define REFUSED(text, message) refused (text, sizeof (text) - 1, message)
    REFUSED ("a: 1\nb: 2\na: 3\n", "t.yml:3:1: the key 'a' stands twice");
    REFUSED ("a: &x 1\nb: *x\n", "t.yml:2:4: aliases");
    REFUSED ("a: 1\n---\nb: 1\n", "t.yml:2:1: a second document");
    REFUSED ("a: [1, 2\nb: 1\n", "t.yml:2:");
    REFUSED ("a:\n\tb: 1\n", "t.yml:2:1");
    REFUSED ("? [1, 2]\n: 3\n", "a key must be a scalar");
    REFUSED ("a: \"x\\0y\"\n", "t.yml:1:4: a null character");
    REFUSED ("a: \xff\n", "t.yml");
    REFUSED ("a: \"x", "t.yml:");
}

static void
deep_input_is_refused (void **state)
{
    (void) state;
    struct text text;
    text_init (&text);
    for (int i = 0; i < 100000; i++)
        text_char (&text, '[');
    refused (text.data, text.size, "t.yml:1:201: nested too deeply");
    text_clear (&text);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (task_is_read),
        cmocka_unit_test (empty_is_a_scalar),
        cmocka_unit_test (bad_input_has_a_place),
        cmocka_unit_test (deep_input_is_refused),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
