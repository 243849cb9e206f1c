/* replay_part.c -- checks of a replay that somebody else gives to z3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "report/replay_part.h"

static void
plan_add (struct replay_plan *plan, const char *inside, const char *after)
{
    struct text what, in, behind;
    text_init (&what);
    text_init (&in);
    text_init (&behind);
    text_add (&what, "a check");
    text_add (&in, inside);
    text_add (&behind, after);
    replay_plan_add (plan, &what, &in, &behind);
}

/* The answer about all checks of a plan. */
static void
ask (const struct replay_plan *plan, struct buffer *answer)
{
    struct buffer part;
    buffer_init (&part);
    buffer_init (answer);
    replay_part_write (plan, 0, plan->item.size, &part);
    replay_part_ask (text_view (&plan->prelude), buffer_view (&part), answer);
    buffer_clear (&part);
}

static void
only_what_is_unsat_is_confirmed (void **state)
{
    (void) state;
    struct replay_plan plan;
    struct buffer answer;
    replay_plan_init (&plan);
    text_add (&plan.prelude, "(declare-fun x () Int)\n"
                             "(define-fun p ((y Int)) Bool (< y 3))\n");
    plan_add (&plan, "(assert (and (p x) (> x 3)))", "");
    plan_add (&plan, "(assert (p x))", "");
    plan_add (&plan, "(assert (not (=> (p x) (< x 5))))", "");
    assert_true (replay_part_fits (&plan));
    ask (&plan, &answer);
    assert_int_equal (answer.size, 3);
    assert_true (replay_part_answered (&plan, 0, 3, buffer_view (&answer)));
    assert_true (plan.item.at[0].passed);
    assert_false (plan.item.at[1].passed);
    assert_true (plan.item.at[2].passed);
    /* Not of another size, and nothing but 0 and 1. */
    assert_false (replay_part_answered (&plan, 0, 2, buffer_view (&answer)));
    answer.data[1] = 2;
    assert_false (replay_part_answered (&plan, 0, 3, buffer_view (&answer)));
    assert_false (plan.item.at[1].passed);
    buffer_clear (&answer);
    replay_plan_clear (&plan);
}

static void
nothing_behind_an_error_is_confirmed (void **state)
{
    (void) state;
    struct replay_plan plan;
    struct buffer answer;
    replay_plan_init (&plan);
    plan_add (&plan, "(assert false)", "");
    plan_add (&plan, "(assert (nobody 1))", "");
    plan_add (&plan, "(assert false)", "");
    ask (&plan, &answer);
    assert_int_equal (answer.size, 3);
    assert_memory_equal (answer.data, "\1\0\0", 3);
    buffer_clear (&answer);
    replay_plan_clear (&plan);
}

/* A solver that is told to writes files. */
static void
commands_are_refused (void **state)
{
    (void) state;
    static const char *const bad[] = {
        "(set-option :regular-output-channel \"replay-part-wrote\")",
        "(assert false) (set-option :regular-output-channel "
        "\"replay-part-wrote\")",
        "(pop 1) (assert false)",
        "(assert false",
        "unsat",
        "(check-sat)",
        "(declare-fun y () Int)",
        "()",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        for (int in_prelude = 0; in_prelude < 2; in_prelude++) {
            struct replay_plan plan;
            struct buffer answer;
            if (in_prelude && !strncmp (bad[i], "(declare", 8))
                continue;
            replay_plan_init (&plan);
            text_add (&plan.prelude, in_prelude ? bad[i] : "");
            plan_add (&plan, in_prelude ? "(assert false)" : bad[i], "");
            ask (&plan, &answer);
            assert_int_equal (answer.size, 0);
            buffer_clear (&answer);
            replay_plan_clear (&plan);
        }
    assert_int_equal (access ("replay-part-wrote", F_OK), -1);
}

static void
malformed_bytes_have_no_answer (void **state)
{
    (void) state;
    struct replay_plan plan;
    struct buffer part, answer;
    replay_plan_init (&plan);
    plan_add (&plan, "(assert false)", "");
    buffer_init (&part);
    buffer_init (&answer);
    replay_part_write (&plan, 0, 1, &part);
    for (size_t size = 0; size < part.size; size++) {
        struct bytes cut = {part.data, size};
        assert_int_equal (replay_part_ask ("", cut, &answer), 0);
        assert_int_equal (answer.size, 0);
    }
    assert_int_equal (replay_part_ask ("", buffer_view (&part), &answer), 1);
    buffer_clear (&part);
    buffer_clear (&answer);
    replay_plan_clear (&plan);
}

static void
a_chain_does_not_fit (void **state)
{
    (void) state;
    struct replay_plan plan;
    replay_plan_init (&plan);
    plan_add (&plan, "(assert false)", "");
    assert_true (replay_part_fits (&plan));
    plan_add (&plan, "(assert false)", "(assert true)");
    assert_false (replay_part_fits (&plan));
    replay_plan_clear (&plan);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (only_what_is_unsat_is_confirmed),
        cmocka_unit_test (nothing_behind_an_error_is_confirmed),
        cmocka_unit_test (commands_are_refused),
        cmocka_unit_test (malformed_bytes_have_no_answer),
        cmocka_unit_test (a_chain_does_not_fit),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
