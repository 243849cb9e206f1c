/* joining.c -- what a worker does after each way to part from a check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/clock.h"
#include "team/transport/joining.h"

static struct log quiet;

static struct joining
fresh (uint64_t wait_s)
{
    log_init (&quiet, LOG_QUIET, PROGRESS_NONE, NULL);
    return (struct joining) {.address = "tcp://here:1",
                             .wait_s = wait_s,
                             .log = &quiet,
                             .start_ns = clock_wall_ns ()};
}

/* It parts so: 'a' knocks again, 'g' ends well, 'b' ends with a problem. */
static char
parts (struct joining *j, enum parting parting, struct problem *p)
{
    bool good = parting == PARTING_OVER || parting == PARTING_TEAM;
    *p = (struct problem) {0};
    if (!good)
        problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0}, "why");
    return joining_again (j, parting, &good, p) ? 'a' : good ? 'g' : 'b';
}

static void
nobody_is_awaited_so_long (void **state)
{
    (void) state;
    struct problem p;
    struct joining j = fresh (1000);
    for (int i = 0; i < 5; i++)
        assert_int_equal (parts (&j, PARTING_UNREACHED, &p), 'a');
    assert_true (j.waits);
    j.start_ns -= UINT64_C (1001000000000);
    assert_int_equal (parts (&j, PARTING_UNREACHED, &p), 'b');
    assert_string_equal (p.message, "why: no check listens there, and none "
                                    "came within --wait");
    j = fresh (0);
    assert_int_equal (parts (&j, PARTING_UNREACHED, &p), 'b');
    assert_string_equal (p.message, "why: no check listens there");
}

static void
the_next_team_is_awaited (void **state)
{
    (void) state;
    struct problem p;
    struct joining j = fresh (0);
    assert_int_equal (parts (&j, PARTING_TEAM, &p), 'a');
    assert_int_equal (parts (&j, PARTING_TEAM, &p), 'a');
    assert_int_equal (parts (&j, PARTING_OVER, &p), 'g');
}

static void
who_was_served_need_not_find_it_again (void **state)
{
    (void) state;
    struct problem p;
    struct joining j = fresh (1000);
    assert_int_equal (parts (&j, PARTING_TEAM, &p), 'a');
    assert_int_equal (parts (&j, PARTING_UNREACHED, &p), 'g');
    j = fresh (1000);
    j.served = true;
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'a');
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'a');
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'g');
}

static void
a_check_may_end_while_one_knocks (void **state)
{
    (void) state;
    struct problem p;
    struct joining j = fresh (1000);
    assert_int_equal (parts (&j, PARTING_UNREACHED, &p), 'a');
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'a');
    assert_int_equal (parts (&j, PARTING_UNREACHED, &p), 'g');
}

static void
other_keys_are_no_accident (void **state)
{
    (void) state;
    struct problem p;
    struct joining j = fresh (1000);
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'a');
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'a');
    assert_int_equal (parts (&j, PARTING_MISSED, &p), 'b');
    assert_non_null (strstr (p.message, "another key"));
    j = fresh (1000);
    assert_int_equal (parts (&j, PARTING_FAILED, &p), 'b');
    assert_string_equal (p.message, "why");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (nobody_is_awaited_so_long),
        cmocka_unit_test (the_next_team_is_awaited),
        cmocka_unit_test (who_was_served_need_not_find_it_again),
        cmocka_unit_test (a_check_may_end_while_one_knocks),
        cmocka_unit_test (other_keys_are_no_accident),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
