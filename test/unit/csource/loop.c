/* loop.c -- loops are found in the text of C programs, checks are put where
 * their conditions are evaluated, and only what has no effect is let in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "csource/instrument.h"

static const char source[] = "/* while (0) */ int main () {\n"
                             "  int i, n = 3; // for (;;)\n"
                             "  for (i = 0; i < n; i++) {\n"
                             "    char *s = \"while (1) {\";\n"
                             "    while (n\n"
                             "           && s) n--;\n"
                             "  }\n"
                             "  for (;;) break;\n"
                             "  do { i++; } while (i < 9);\n"
                             "  while (i < 9);\n"
                             "}\n"
                             "#define F for (;;) while (1)\n";

static bool
find (unsigned line, unsigned column, struct c_loop *l)
{
    size_t size = strlen (source);
    char *code = c_code (source, size);
    assert_int_equal (strlen (code), size);
    bool found =
        c_loop_find (code, size, (struct place) {"f.c", line, column}, l);
    memory_free (code);
    return found;
}

static void
loops_are_found_by_place (void **state)
{
    (void) state;
    struct c_loop l;
    assert_true (find (3, 3, &l));
    assert_int_equal (l.kind, C_LOOP_FOR);
    assert_int_equal (l.place.column, 3);
    assert_int_equal (strncmp (source + l.check, " i < n;", 7), 0);
    /* anywhere in its head, or anywhere in the line */
    assert_true (find (3, 15, &l));
    assert_int_equal (l.place.column, 3);
    assert_true (find (3, 0, &l));
    assert_true (find (6, 12, &l));
    assert_int_equal (l.kind, C_LOOP_WHILE);
    assert_int_equal (l.place.line, 5);
    assert_true (find (9, 3, &l));
    assert_int_equal (l.kind, C_LOOP_DO);
}

static void
what_is_no_loop_is_not_found (void **state)
{
    (void) state;
    struct c_loop l;
    assert_false (find (1, 4, &l));   /* a comment */
    assert_false (find (2, 20, &l));  /* the same */
    assert_false (find (4, 16, &l));  /* a string */
    assert_false (find (12, 11, &l)); /* a directive */
    assert_false (find (3, 27, &l));  /* the body */
    assert_false (find (9, 15, &l));  /* the end of do */
    assert_false (find (10, 3, &l));  /* which looks like that */
    assert_false (find (40, 1, &l));
    assert_false (find (2, 3, &l));
}

static void
only_what_has_no_effect_is_pure (void **state)
{
    (void) state;
    static const char *const pure[] = {"x == 1",
                                       "(x <= y) && !(a[i] >= 2)",
                                       "x != 1 || p->q.r < 3",
                                       "(int) (x) < 0",
                                       "(unsigned long long)(x) << 2 > 1",
                                       "a - -b",
                                       "x"};
    static const char *const not_pure[] = {
        "",        "x = 1",         "x += 1",     "x <<= 1",  "x >>= 1",
        "x++ > 0", "--x > 0",       "f (x)",      "(f) (x)",  "p->f(1)",
        "a[0](1)", "x) || (y",      "x; y",       "({x;})",   "x /* */",
        "x // y",  "\"a\"[0]",      "(x",         "x == 'a'", "x \\ y",
        "x |= 1",  "x == 1, y = 2", "sizeof (x)", "x=(y==1)"};
    for (size_t i = 0; i < sizeof pure / sizeof *pure; i++)
        if (!c_expression_is_pure (pure[i]))
            fail_msg ("pure: %s", pure[i]);
    for (size_t i = 0; i < sizeof not_pure / sizeof *not_pure; i++)
        if (c_expression_is_pure (not_pure[i]))
            fail_msg ("not pure: %s", not_pure[i]);
}

static void
checks_stand_where_conditions_do (void **state)
{
    (void) state;
    char file[] = "/tmp/cohort-test-XXXXXX";
    int fd = mkstemp (file);
    struct c_instrument c;
    struct text t;
    close (fd);
    text_init (&t);
    assert_true (text_save (file, source, strlen (source)));
    assert_true (c_instrument_init (&c, file));
    unlink (file);
    assert_true (c_instrument_loop (&c, (struct place) {file, 8, 3}, "i"));
    assert_true (c_instrument_loop (&c, (struct place) {file, 3, 3}, "i >= 0"));
    assert_false (c_instrument_loop (&c, (struct place) {file, 3, 3}, "i"));
    assert_true (c_instrument_loop (&c, (struct place) {file, 5, 5}, "n > -1"));
    assert_true (c_instrument_loop (&c, (struct place) {file, 9, 3}, "1"));
    assert_false (c_instrument_loop (&c, (struct place) {file, 9, 3}, "i++"));
    assert_true (c_instrument_statement (&c, (struct place) {file, 8, 3}, "2"));
    assert_false (
        c_instrument_statement (&c, (struct place) {file, 6, 12}, "2"));
    c_instrument_write (&c, &t);
    const char *const want[] = {
        "#line 1\n/* while (0) */",
        "for (i = 0;cohort_invariant_ ((i >= 0) != 0), ( i < n); i++) {",
        "while (cohort_invariant_ ((n > -1) != 0), (n\n           && s)) n--;",
        "  cohort_invariant_ ((2) != 0); for (; cohort_invariant_ ((i) != 0), "
        "1;) break;",
        "do { cohort_invariant_ ((1) != 0); i++; } while (i < 9);"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (!strstr (text_view (&t), want[i]))
            fail_msg ("%s: not in\n%s", want[i], text_view (&t));
    assert_true (c_instrument_compiles (&c, file, NULL, 0, 64));
    c_instrument_reset (&c);
    assert_true (c_instrument_loop (&c, (struct place) {file, 3, 3}, "s == 0"));
    assert_false (c_instrument_compiles (&c, file, NULL, 0, 64));
    c_instrument_clear (&c);
    text_clear (&t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (loops_are_found_by_place),
        cmocka_unit_test (what_is_no_loop_is_not_found),
        cmocka_unit_test (only_what_has_no_effect_is_pure),
        cmocka_unit_test (checks_stand_where_conditions_do),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
