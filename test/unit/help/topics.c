/* topics.c -- help tells all that the table of options has, for the inputs that the
 * table names, and fits its columns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "help/help_internal.h"

static size_t
lines_of (const char *s, size_t *widest)
{
    size_t lines = 0;
    *widest = 0;
    for (; *s; lines++) {
        size_t size = strcspn (s, "\n");
        *widest = size > *widest ? size : *widest;
        s += size + (s[size] == '\n');
    }
    return lines;
}

static void
page (const char *topic, struct text *t)
{
    struct problem p = {0};
    text_reset (t);
    if (!help_topic (topic, t, &p))
        fail_msg ("%s: %s", topic, p.message);
    assert_int_equal (p.kind, PROBLEM_NONE);
}

static bool
has_row (const struct text *t, const char *name)
{
    struct text row;
    text_init (&row);
    text_print (&row, "\n  --%s", name);
    const char *at = strstr (text_view (t), text_view (&row));
    while (at && !strchr ("= \n", at[row.size]))
        at = strstr (at + 1, text_view (&row));
    text_clear (&row);
    return at;
}

static void
the_screen_fits (void **state)
{
    (void) state;
    struct text t;
    size_t widest;
    text_init (&t);
    help_screen (&t);
    assert_true (lines_of (text_view (&t), &widest) <= 23);
    assert_true (widest <= 79);
    /* All options that it names exist, and all topics. */
    for (const char *at = text_view (&t); (at = strstr (at, "--"));) {
        char name[40] = {0};
        at += 2;
        strncpy (name, at, strcspn (at, "=, \n"));
        if (!option_inputs (name))
            fail_msg ("there is no --%s", name);
    }
    text_clear (&t);
}

/* An option is in the pages of the inputs it is for, and in no other, but for those
 * that are for all, which stand in all. */
static void
pages_follow_the_column (void **state)
{
    (void) state;
    struct text t;
    size_t widest, general = 0, other = 0;
    text_init (&t);
    for (const struct help_input *in = help_inputs; in->topic; in++) {
        page (in->topic, &t);
        lines_of (text_view (&t), &widest);
        assert_true (widest <= 90);
        for (size_t i = 0; i < option_rows_count; i++) {
            const struct option_row *row = &option_rows[i];
            bool shown = has_row (&t, row->name);
            if ((row->inputs & FOR_ALL) == FOR_ALL) {
                general += shown;
                continue;
            }
            other += shown;
            if (shown
                != (row->class != CLASS_HIDDEN && row->inputs & in->input))
                fail_msg ("--%s in help %s: %d", row->name, in->topic, shown);
        }
    }
    assert_true (general > 20 && other > 40);
    text_clear (&t);
}

static void
all_is_all (void **state)
{
    (void) state;
    static const char *const topics[] = {"all", "man", "bash", "zsh", "fish"};
    struct text t, name;
    text_init (&t);
    text_init (&name);
    for (size_t k = 0; k < sizeof topics / sizeof *topics; k++) {
        page (topics[k], &t);
        for (size_t i = 0; i < option_rows_count; i++) {
            const struct option_row *row = &option_rows[i];
            text_reset (&name);
            text_add (&name, k == 1 ? "\\-\\-" : k == 4 ? "-l " : "--");
            for (const char *at = row->name; *at; at++)
                text_print (&name, k == 1 && *at == '-' ? "\\%c" : "%c", *at);
            bool shown = strstr (text_view (&t), text_view (&name));
            if (shown == (row->class == CLASS_HIDDEN))
                fail_msg ("--%s in %s: %d", row->name, topics[k], shown);
        }
    }
    page ("all", &t);
    assert_non_null (strstr (text_view (&t), "(any input)"));
    assert_non_null (strstr (text_view (&t), "(firmware)"));
    page ("team", &t);
    assert_true (has_row (&t, "workers") && has_row (&t, "listen"));
    assert_false (has_row (&t, "engine"));
    text_clear (&t);
    text_clear (&name);
}

static void
what_is_near_is_named (void **state)
{
    (void) state;
    struct problem p = {0};
    struct text t;
    text_init (&t);
    assert_false (help_topic ("boogi", &t, &p));
    assert_int_equal (p.kind, PROBLEM_USAGE);
    assert_non_null (strstr (p.message, "cohort help boogie?"));
    p = (struct problem) {0};
    assert_false (help_topic ("xylophone", &t, &p));
    assert_null (strstr (p.message, "did you mean"));
    assert_string_equal (help_near_command ("jion"), "join");
    assert_null (help_near_command ("x.c"));
    assert_null (help_near_command (""));
    text_clear (&t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (the_screen_fits),
        cmocka_unit_test (pages_follow_the_column),
        cmocka_unit_test (all_is_all),
        cmocka_unit_test (what_is_near_is_named),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
