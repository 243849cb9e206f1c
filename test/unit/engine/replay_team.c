/* replay_team.c -- a replay whose checks a team has done.
 *
 *     replay_team [SCHEDULES]
 *
 * Items are pure, so z3 is asked once for each of them, however many schedules
 * there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "engine/replay_team.h"
#include "report/replay_plan.h"
#include "team/pool/pool.h"

enum { CHECKS = 2 * REPLAY_TEAM_LEAST };

struct teams {
    uint64_t seed;
    size_t runs;
    struct simulated_outcome outcome;
    bool dead; /* nobody works */
    bool liar; /* one worker, from elsewhere, that confirms everything */
};

static size_t schedules = 4;

/* ---- workers that remember what z3 has said */

static struct digest program_of; /* of the replay at hand */
static struct map index_of;      /* digest of an item -> answer */
static struct VEC (struct buffer) said;
static bool lies;

static item_worker *
remembering_open (struct bytes program, struct problem *p)
{
    program_of = digest_of (program);
    return replay_item_worker.open (program, p);
}

static bool
remembering_work (item_worker *w, struct bytes item, struct buffer *answer,
                  uint64_t *units)
{
    if (lies) {
        struct buffer b;
        uint64_t ignored = 0;
        buffer_init (&b);
        assert_true (replay_item_worker.work (w, item, &b, &ignored));
        for (size_t i = 0; i < b.size; i++)
            buffer_byte (answer, 1);
        buffer_clear (&b);
        return true;
    }
    struct digest key = digest_chain (program_of, item);
    uint64_t *known = map_get (&index_of, key);
    if (!known) {
        struct buffer b;
        uint64_t ignored = 0;
        buffer_init (&b);
        assert_true (replay_item_worker.work (w, item, &b, &ignored));
        map_put (&index_of, key, said.size);
        VEC_PUSH (said, b);
        known = map_get (&index_of, key);
    }
    struct bytes is = buffer_view (&said.at[*known]);
    buffer_put (answer, is.data, is.size);
    *units += is.size * 3000;
    return true;
}

static member *
worker_make (void *context)
{
    (void) context;
    static struct item_worker_class remembering;
    static const struct item_worker_class *const kinds[] = {&remembering, NULL};
    remembering = replay_item_worker;
    remembering.open = remembering_open;
    remembering.work = remembering_work;
    return pool_worker_new (kinds, NULL);
}

static bool
run_team (void *context, const struct member_class *class, member *master,
          struct problem *p)
{
    struct teams *t = context;
    struct simulated_options s = {.seed = t->seed,
                                  .members = 4,
                                  .delay_ns = 70000,
                                  .jitter_ns = 500000,
                                  .unit_ns_x1024 = 300000,
                                  .crash_percent = 30,
                                  .suspect_percent = 10,
                                  .late_percent = 20,
                                  .slow_percent = 20,
                                  .spawn = true};
    if (t->liar)
        s = (struct simulated_options) {.seed = t->seed,
                                        .members = 1,
                                        .delay_ns = 70000,
                                        .foreign_percent = 100};
    lies = t->liar;
    t->runs++;
    if (t->dead)
        return problem_set (p, (struct place) {0}, "no team today");
    return simulated_run (&s, class, master, &pool_worker_class, worker_make,
                          pool_worker_free, NULL, &t->outcome, p);
}

/* x counts up; the proof says that it stays below `bound`. */
static void
problem_make (unsigned bound, struct text *input, struct text *proof)
{
    text_init (input);
    text_init (proof);
    text_add (input, "(set-logic HORN)\n(declare-fun P (Int) Bool)\n"
                     "(assert (forall ((x Int)) (=> (= x 0) (P x))))\n");
    for (unsigned i = 0; i < CHECKS; i++)
        text_print (input,
                    "(assert (forall ((x Int)) (=> (and (P x) (= x %u))"
                    " (P (+ x 1)))))\n",
                    i);
    text_add (proof, "; cohort proof\n");
    text_print (proof, "(define-fun P ((x Int)) Bool (and (<= 0 x) (<= x %u)))",
                bound);
}

static enum replay_result
judge (struct teams *t, unsigned bound, uint64_t mode, uint64_t workers)
{
    struct options o;
    struct text input, proof, report;
    struct problem p = {0};
    options_init (&o);
    o.mode = mode;
    o.workers = workers;
    struct engine_context engine = {
        .options = &o, .run_team = run_team, .context = t};
    problem_make (bound, &input, &proof);
    text_init (&report);
    t->runs = 0;
    enum replay_result r =
        replay_team_check (&engine, text_view (&proof), "proof",
                           text_view (&input), "input", 60, &report, &p);
    assert_int_equal (p.kind, PROBLEM_NONE);
    text_clear (&report);
    text_clear (&input);
    text_clear (&proof);
    options_clear (&o);
    return r;
}

static void
a_proof_is_confirmed_whoever_is_lost (void **state)
{
    (void) state;
    uint64_t lost = 0;
    for (uint64_t seed = 1; seed <= schedules; seed++) {
        struct teams t = {.seed = seed};
        assert_int_equal (judge (&t, CHECKS, MODE_PREDICTABLE, 4),
                          REPLAY_CONFIRMED);
        assert_int_equal (t.runs, 1);
        lost += t.outcome.crashed;
    }
    print_message ("%zu schedules, %llu workers lost, %zu parts asked\n",
                   schedules, (unsigned long long) lost, said.size);
    assert_true (lost > 0);
}

static void
what_is_no_proof_is_refuted (void **state)
{
    (void) state;
    struct teams t = {.seed = 5};
    assert_int_equal (judge (&t, CHECKS - 1, MODE_PREDICTABLE, 4),
                      REPLAY_REFUTED);
    assert_int_equal (t.runs, 1);
}

static void
who_comes_from_elsewhere_is_not_believed_alone (void **state)
{
    (void) state;
    struct teams t = {.seed = 6, .liar = true};
    assert_int_equal (judge (&t, CHECKS - 1, MODE_PREDICTABLE, 4),
                      REPLAY_REFUTED);
    assert_int_equal (t.runs, 1);
    assert_int_equal (judge (&t, CHECKS, MODE_PREDICTABLE, 4),
                      REPLAY_CONFIRMED);
}

static void
without_a_team_it_is_done_here (void **state)
{
    (void) state;
    struct teams t = {.dead = true};
    assert_int_equal (judge (&t, CHECKS, MODE_PREDICTABLE, 4),
                      REPLAY_CONFIRMED);
    assert_int_equal (t.runs, 1);
    assert_int_equal (judge (&t, CHECKS, MODE_SEQUENTIAL, 4), REPLAY_CONFIRMED);
    assert_int_equal (t.runs, 0);
    assert_int_equal (judge (&t, CHECKS - 1, MODE_PREDICTABLE, 4),
                      REPLAY_REFUTED);
}

/* The team's word is what counts: with checks that it is said to have passed
 * nothing is asked here.  (So it must be the word of those it may be of.) */
static void
vouch (void *context, struct replay_plan *plan)
{
    (void) context;
    for (size_t i = 0; i < plan->item.size; i++)
        plan->item.at[i].passed = true;
}

static void
what_was_confirmed_is_not_asked_again (void **state)
{
    (void) state;
    struct text input, proof, report;
    struct problem p = {0};
    struct replay_aid aid = {vouch, NULL};
    problem_make (CHECKS - 1, &input, &proof);
    text_init (&report);
    assert_int_equal (replay_check_aided (text_view (&proof), "proof",
                                          text_view (&input), "input",
                                          REPLAY_FIRST, 60, &aid, &report, &p),
                      REPLAY_CONFIRMED);
    /* Who wants both solvers asks both. */
    assert_int_equal (replay_check_aided (text_view (&proof), "proof",
                                          text_view (&input), "input",
                                          REPLAY_BOTH, 60, &aid, &report, &p),
                      REPLAY_REFUTED);
    text_clear (&report);
    text_clear (&input);
    text_clear (&proof);
}

int
main (int argc, char **argv)
{
    if (argc > 1)
        schedules = strtoul (argv[1], NULL, 10);

    const struct CMUnitTest tests[] = {
        cmocka_unit_test (a_proof_is_confirmed_whoever_is_lost),
        cmocka_unit_test (what_is_no_proof_is_refuted),
        cmocka_unit_test (who_comes_from_elsewhere_is_not_believed_alone),
        cmocka_unit_test (without_a_team_it_is_done_here),
        cmocka_unit_test (what_was_confirmed_is_not_asked_again),
    };
    int failed = cmocka_run_group_tests (tests, NULL, NULL);
    for (size_t i = 0; i < said.size; i++)
        buffer_clear (&said.at[i]);
    VEC_CLEAR (said);
    map_clear (&index_of);
    return failed;
}
