/* follow.c -- a program that follows a witness fails where the witness leads,
 * and nowhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "auto/auto.h"
#include "csource/follow.h"
#include "frontend/boogie/boogie.h"

static const char source[] =
    "function {:bvbuiltin \"bvadd\"} add (a: bv32, b: bv32) returns (bv32);\n"
    "procedure {:entrypoint} {:c \"main\"} main () {\n"
    "  var r, s, k: bv32; var {:c \"x\"} x: bv32;\n"
    "  start: s := 0bv32; k := 0bv32; goto head;\n"
    "  head: goto body, end;\n"
    "  body: assume k != 2bv32;\n"
    "  havoc {:input \"f\"} r;\n"
    "  x := r;\n"
    "  s := add (s, r); k := add (k, 1bv32); goto head;\n"
    "  end: assume k == 2bv32;\n"
    "  assert {:check \"unreach-call\"} s != 10bv32;\n"
    "  assert {:check \"unreach-call\"} s != 11bv32;\n"
    "}\n";

static void
point (struct witness *w, enum waypoint_type type, unsigned line,
       const char *value)
{
    struct witness_waypoint p = {.type = type,
                                 .value = value,
                                 .function = "main",
                                 .place = {"dir/t.bpl", line, 0}};
    VEC_PUSH (w->waypoint, p);
}

static enum verdict
follow (struct witness *w, struct c_followed *followed)
{
    struct program p;
    struct options options;
    struct outcome o;
    struct log log;
    struct problem problem = {0};
    program_init (&p, "t.bpl");
    if (!boogie_read (&p, source, strlen (source), "t.bpl", &problem))
        fail_msg ("%s", problem.message);
    w->violation = true;
    c_follow (&p, w, followed);
    options_init (&options);
    options.mode = MODE_SEQUENTIAL;
    outcome_init (&o);
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    struct engine_context engine = {.options = &options, .log = &log};
    struct auto_check check = {.engine = &engine};
    if (!auto_program (&check, &p, &o, &problem))
        fail_msg ("%s", problem.message);
    enum verdict verdict = o.verdict;
    outcome_clear (&o);
    program_clear (&p);
    VEC_CLEAR (w->waypoint);
    return verdict;
}

static void
values_are_given_in_order (void **state)
{
    (void) state;
    struct c_followed f;
    static const struct {
        const char *first, *second;
        unsigned target;
        enum verdict verdict;
    } one[] = {
        {"\\result == 3", "\\result == 7", 11, VERDICT_UNSAFE},
        {"\\result == 3", "\\result == 7", 12, VERDICT_SAFE},
        {"\\result == 3", "\\result == 8", 12, VERDICT_UNSAFE},
        {"\\result == 3", "\\result == 8", 11, VERDICT_SAFE},
        {"\\result == -1", "(\\result) == 0xbu", 11, VERDICT_UNSAFE},
        {"\\result != 3", "\\result == 7", 11, VERDICT_SAFE},
        {"\\result == 4294967295U", "\\result == 12", 12, VERDICT_UNSAFE},
    };
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        struct witness w = {0};
        point (&w, WAYPOINT_RETURN, 7, one[i].first);
        point (&w, WAYPOINT_RETURN, 7, one[i].second);
        point (&w, WAYPOINT_TARGET, one[i].target, NULL);
        assert_int_equal (follow (&w, &f), one[i].verdict);
        assert_int_equal (f.waypoints, 2);
        assert_int_equal (f.targets, 1);
    }
}

static void
variables_are_looked_at_before_statements (void **state)
{
    (void) state;
    struct c_followed f;
    struct witness w = {0};
    point (&w, WAYPOINT_ASSUMPTION, 9, "x == 4");
    point (&w, WAYPOINT_ASSUMPTION, 9, "x == 6");
    point (&w, WAYPOINT_TARGET, 11, NULL);
    assert_int_equal (follow (&w, &f), VERDICT_UNSAFE);
    point (&w, WAYPOINT_ASSUMPTION, 9, "x == 4");
    point (&w, WAYPOINT_ASSUMPTION, 9, "x == 5");
    point (&w, WAYPOINT_TARGET, 11, NULL);
    assert_int_equal (follow (&w, &f), VERDICT_SAFE);
}

static void
what_is_not_understood_is_left_out (void **state)
{
    (void) state;
    struct c_followed f;
    struct witness w = {0};
    point (&w, WAYPOINT_ASSUMPTION, 9, "x == 4 || x == 5");
    point (&w, WAYPOINT_ASSUMPTION, 9, "z == 4");
    point (&w, WAYPOINT_ASSUMPTION, 9, "x < 4");
    point (&w, WAYPOINT_RETURN, 8, "\\result == 4");
    point (&w, WAYPOINT_RETURN, 7, "\\result == x");
    point (&w, WAYPOINT_BRANCHING, 6, "true");
    point (&w, WAYPOINT_ENTER, 2, NULL);
    point (&w, WAYPOINT_TARGET, 11, NULL);
    assert_int_equal (follow (&w, &f), VERDICT_UNSAFE);
    assert_int_equal (f.waypoints, 0);
    assert_int_equal (f.asked, 7);
    point (&w, WAYPOINT_TARGET, 9, NULL);
    assert_int_equal (follow (&w, &f), VERDICT_SAFE);
    assert_int_equal (f.targets, 0);
}

/* More waypoints than there are visits: the target does not count then. */
static void
all_waypoints_come_first (void **state)
{
    (void) state;
    struct c_followed f;
    struct witness w = {0};
    for (int i = 0; i < 3; i++)
        point (&w, WAYPOINT_RETURN, 7, "\\result == 5");
    point (&w, WAYPOINT_TARGET, 11, NULL);
    assert_int_equal (follow (&w, &f), VERDICT_SAFE);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (values_are_given_in_order),
        cmocka_unit_test (variables_are_looked_at_before_statements),
        cmocka_unit_test (what_is_not_understood_is_left_out),
        cmocka_unit_test (all_waypoints_come_first),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
