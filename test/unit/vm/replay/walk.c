/* walk.c -- walks of the C machine as text. */
#include "vm/replay/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void
text_and_back (void **state)
{
    (void) state;
    const char *lines = "0 0\n0 12 3 0\n7 1\ninput 18446744073709551615\n"
                        "input 0\n";
    struct vm_walk w = {0};
    struct text t;
    text_init (&t);
    assert_true (vm_walk_read (&w, lines));
    assert_int_equal (w.leg.size, 3);
    assert_int_equal (w.leg.at[1].steps, 12);
    assert_int_equal (w.leg.at[1].end - w.leg.at[1].first, 2);
    assert_int_equal (w.input.size, 2);
    assert_true (w.input.at[0] == UINT64_MAX);
    vm_walk_write (&w, &t);
    assert_string_equal (text_view (&t), lines);
    text_clear (&t);
    vm_walk_clear (&w);
}

/* Guesses are no answers: the inputs decide them. */
static void
guesses_are_left_out (void **state)
{
    (void) state;
    struct vm_walk w = {0};
    struct text t;
    text_init (&t);
    assert_true (vm_walk_read (&w, "1 5 4 2 1\n"));
    w.choice.at[0].guess = true;
    w.choice.at[1].input = true;
    vm_walk_settle (&w);
    vm_walk_write (&w, &t);
    assert_string_equal (text_view (&t), "1 5 1\ninput 2\n");
    text_clear (&t);
    vm_walk_clear (&w);
}

static void
foreign_lines (void **state)
{
    (void) state;
    const char *const bad[] = {"",
                               "x\n",
                               "1\n",
                               "1 \n",
                               "1 2 \n",
                               "-1 2\n",
                               "9999 1\n",
                               "input 1\n",
                               "1 2\ninput\n",
                               "1 2 3x\n",
                               "1 99999999999\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct vm_walk w = {0};
        assert_false (vm_walk_read (&w, bad[i]));
        vm_walk_clear (&w);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (text_and_back),
        cmocka_unit_test (guesses_are_left_out),
        cmocka_unit_test (foreign_lines),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
