/* cut.c -- a check in pieces: pigeons that do not fit into their holes, and as
 * many as do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "bounded/inlining/cut.h"
#include "logic/term/sort.h"

enum { HOLES = 11, LIMIT = 100000 };

static const term *
sits (terms *ts, unsigned pigeon, unsigned hole)
{
    char name[24];
    snprintf (name, sizeof name, "p%u_%u", pigeon, hole);
    return term_var (ts, name, sort_bool (ts));
}

static solver *
pigeons (terms *ts, unsigned count)
{
    struct solver_options o = {.structural = true};
    solver *s = solver_new (ts, &o);
    for (unsigned p = 0; p < count; p++) {
        const term *hole[HOLES];
        for (unsigned h = 0; h < HOLES; h++)
            hole[h] = sits (ts, p, h);
        solver_assert (s, term_or (ts, hole, HOLES));
        for (unsigned q = 0; q < p; q++)
            for (unsigned h = 0; h < HOLES; h++)
                solver_assert (s, term_or2 (ts, term_not (ts, sits (ts, p, h)),
                                            term_not (ts, sits (ts, q, h))));
    }
    return s;
}

/* Pieces until there is an answer. */
static enum solver_answer
check_all (solver *s, unsigned *pieces)
{
    struct cut cut = {0};
    enum solver_answer answer = SOLVER_UNDECIDED;
    for (*pieces = 0; answer == SOLVER_UNDECIDED && *pieces < 100; ++*pieces) {
        uint64_t spent = cut.spent;
        answer = cut_check (&cut, s, 0, NULL, 0);
        assert_true (cut.spent > spent);
        assert_false (cut_ends (&cut, 0));
    }
    return answer;
}

/* What a piece learnt is there for the next: all together they take no more
 * than twice of what one check takes. */
static void
test_refuted (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    unsigned pieces;
    solver *whole = pigeons (ts, HOLES + 1), *s = pigeons (ts, HOLES + 1);
    assert_int_equal (solver_check (whole, NULL, 0), SOLVER_UNSAT);
    assert_true (solver_units (whole) > 2000000);
    assert_int_equal (check_all (s, &pieces), SOLVER_UNSAT);
    assert_true (pieces > 1);
    assert_true (solver_units (s) < 2 * solver_units (whole));
    solver_free (s);
    solver_free (whole);
    terms_free (ts);
}

static void
test_fits (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    unsigned pieces;
    solver *s = pigeons (ts, HOLES);
    assert_int_equal (check_all (s, &pieces), SOLVER_SAT);
    solver_free (s);
    terms_free (ts);
}

static void
test_limit (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    struct cut cut = {0};
    assert_false (cut_pays (LIMIT));
    assert_true (cut_pays (0));
    solver *s = pigeons (ts, HOLES + 1);
    assert_int_equal (cut_check (&cut, s, LIMIT, NULL, 0), SOLVER_UNDECIDED);
    assert_true (cut_ends (&cut, LIMIT));
    assert_true (solver_units (s) < 2 * LIMIT);
    solver_free (s);
    terms_free (ts);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_refuted),
        cmocka_unit_test (test_fits),
        cmocka_unit_test (test_limit),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
