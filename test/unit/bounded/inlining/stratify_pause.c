/* stratify_pause.c -- a search that is left in the middle of a check and goes
 * on, also with one decision more: main calls `lost`, which never returns (its
 * pigeons do not fit into their holes), or `other`, which does or does not. */
#include "unit/bounded/passive_build.h"

enum { MAIN, LOST, OTHER, HOLES = 10 };

static const term *
sits (terms *ts, unsigned pigeon, unsigned hole)
{
    char name[24];
    snprintf (name, sizeof name, "p%u_%u", pigeon, hole);
    return term_var (ts, name, sort_bool (ts));
}

/* One pigeon more than holes. */
static const term *
pigeons (terms *ts, struct term_vec *local)
{
    const term *all = term_true (ts);
    for (unsigned p = 0; p <= HOLES; p++) {
        const term *somewhere = term_false (ts);
        for (unsigned h = 0; h < HOLES; h++) {
            VEC_PUSH (*local, sits (ts, p, h));
            somewhere = term_or2 (ts, somewhere, sits (ts, p, h));
            for (unsigned q = 0; q < p; q++)
                all = term_and2 (ts, all,
                                 term_or2 (ts, term_not (ts, sits (ts, p, h)),
                                           term_not (ts, sits (ts, q, h))));
        }
        all = term_and2 (ts, all, somewhere);
    }
    return all;
}

static void
make_callee (struct passive_program *p, uint32_t number, const char *name,
             const char *out, bool returns)
{
    struct passive_procedure *q = make_procedure (p, number, name, 1, 0);
    VEC_PUSH (q->in, integer (p, name));
    VEC_PUSH (q->out, integer (p, out));
    q->block[0].assume = returns ? term_true (p->terms)
                         : number == LOST
                             ? pigeons (p->terms, &q->local)
                             : term_lt (p->terms, q->in.at[0], q->in.at[0]);
}

static void
make_pigeons (struct passive_program *p, bool other_returns)
{
    make (p, 3);
    struct passive_procedure *q = make_procedure (p, MAIN, "main", 4, 2);
    const term *u = integer (p, "u"), *v = integer (p, "v");
    VEC_PUSH (q->local, u);
    VEC_PUSH (q->local, v);
    EDGES (p, q, 0, 1, 2);
    EDGES (p, q, 1, 3);
    EDGES (p, q, 2, 3);
    make_call (p, q, 0, 1, LOST, "L0", term_int (p->terms, 0), u);
    make_call (p, q, 1, 2, OTHER, "L1", term_int (p->terms, 0), v);
    make_callee (p, LOST, "lost", "lost'", false);
    make_callee (p, OTHER, "other", "other'", other_returns);
}

static uint32_t
lost_site (const search *s)
{
    const struct partition *p = search_partition (s);
    for (uint32_t i = 1; i < p->site.size; i++)
        if (p->site.at[i].call == 0)
            return i;
    return 0;
}

/* To the end; how often it paused is added.  `avoids`: at its first pause the
 * search is told to avoid what it was lost in. */
static enum search_step
run (struct passive_program *p, bool avoids, unsigned *pauses, uint64_t *units)
{
    struct partition main;
    partition_init (&main);
    assert_true (passive_sound (p));
    struct search_options o = {.bound = 1,
                               .look_beyond = true,
                               .follow = true,
                               .explain = true,
                               .pause = true};
    search *s = search_new (p, &main, &o);
    enum search_step step = STEP_INLINED;
    for (*pauses = 0; step == STEP_INLINED || step == STEP_PAUSED;) {
        step = search_step (s);
        uint32_t site = lost_site (s);
        if (step == STEP_PAUSED && !(*pauses)++ && avoids && site)
            search_decide (s, MUST_AVOID, site);
    }
    *units = search_units (s);
    search_free (s);
    partition_clear (&main);
    return step;
}

/* Who avoids what it was lost in is soon done. */
static void
test_refuted (void **state)
{
    (void) state;
    struct passive_program p;
    unsigned pauses, fewer;
    uint64_t units, less;
    make_pigeons (&p, false);
    assert_int_equal (run (&p, false, &pauses, &units), STEP_SAFE);
    assert_true (pauses > 0);
    assert_int_equal (run (&p, true, &fewer, &less), STEP_SAFE);
    assert_int_equal (fewer, 1);
    assert_true (less < units);
    passive_clear (&p);
}

static void
test_run (void **state)
{
    (void) state;
    struct passive_program p;
    unsigned pauses;
    uint64_t units;
    make_pigeons (&p, true);
    assert_int_equal (run (&p, true, &pauses, &units), STEP_UNSAFE);
    passive_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_refuted),
        cmocka_unit_test (test_run),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
