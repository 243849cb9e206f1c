/* check.c -- symbolic execution says of random programs what all their states do:
 * jumps in all directions, loops with several ways in, maps, words of all
 * operators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "sat/check.h"
#include "states.h"

enum { UNITS = 4000 };

/* Locals have any value at first, and nobody jumps to the entry. */
static void
fit (struct program *p)
{
    struct procedure *q = &p->procedure.at[0];
    struct vec_statement all = {0};
    for (size_t i = 0; i < q->local.size; i++) {
        struct statement s = {.kind = STATEMENT_HAVOC,
                              .target =
                                  programs_list (p, &q->local.at[i].term, 1),
                              .targets = 1};
        VEC_PUSH (all, s);
    }
    for (size_t i = 0; i < q->block.at[0].statement.size; i++)
        VEC_PUSH (all, q->block.at[0].statement.at[i]);
    VEC_CLEAR (q->block.at[0].statement);
    q->block.at[0].statement = all;
    for (size_t b = 0; b < q->block.size; b++)
        for (size_t i = 0; i < q->block.at[b].target.size; i++)
            if (!q->block.at[b].target.at[i])
                q->block.at[b].target.at[i] = 1;
}

static enum verdict
verdict_of (struct program *p)
{
    struct options options;
    struct log log;
    struct outcome o;
    struct problem problem = {0};
    options_init (&options);
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    outcome_init (&o);
    struct engine_context engine = {.options = &options, .log = &log};
    sat_check *c = sat_check_new (&engine, p, 0, &problem);
    if (!c)
        fail_msg ("%s", problem.message);
    sat_check_go (c, UNITS, &o);
    enum verdict verdict = o.verdict;
    assert_true (verdict != VERDICT_SAFE || o.proof);
    sat_check_free (c);
    outcome_clear (&o);
    return verdict;
}

static void
all_states_agree (bool with_map)
{
    size_t said[3] = {0};
    unsigned rounds = effort (500);
    for (unsigned seed = 0; seed < rounds; seed++) {
        struct dice d = {seed * 71 + 13 + with_map};
        struct program p;
        struct maker m;
        make_program_with (&m, &p, &d, with_map);
        fit (&p);
        bool fails = program_fails (&m, &p);
        enum verdict verdict = verdict_of (&p);
        if (verdict == (fails ? VERDICT_SAFE : VERDICT_UNSAFE))
            fail_msg ("program %u: %s", seed, fails ? "SAFE" : "UNSAFE");
        said[verdict]++;
        program_clear (&p);
    }
    printf ("%zu SAFE, %zu UNSAFE, %zu UNKNOWN\n", said[VERDICT_SAFE],
            said[VERDICT_UNSAFE], said[VERDICT_UNKNOWN]);
    assert_true (said[VERDICT_SAFE] > rounds / 6);
    assert_true (said[VERDICT_UNSAFE] > rounds / 8);
}

static void
words_agree (void **unused)
{
    (void) unused;
    all_states_agree (false);
}

static void
maps_agree (void **unused)
{
    (void) unused;
    all_states_agree (true);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (words_agree),
                                       cmocka_unit_test (maps_agree)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
