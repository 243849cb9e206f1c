/* leaves.c -- what a refutation closes beside its own part: no less, no more. */
#include "bounded/search/leaves.h"

#include "bounded/inlining/leaf.h"
#include "bounded/search/partition_search.h"
#include "effort.h"
#include "unit/bounded/passive_build.h"

/* ---- parts by hand: sites 1 .. 5, all called by main */

static struct partition
part (const int *decisions, size_t count)
{
    struct partition p;
    partition_init (&p);
    for (uint32_t call = 0; call < 5; call++)
        VEC_PUSH (p.site, ((struct site) {0, call}));
    for (size_t i = 0; i < count; i++)
        VEC_PUSH (
            p.chosen,
            ((struct chosen) {
                decisions[i] > 0 ? MUST_REACH : MUST_AVOID,
                (uint32_t) (decisions[i] > 0 ? decisions[i] : -decisions[i])}));
    return p;
}

#define PART(...)                      \
    part ((const int[]) {__VA_ARGS__}, \
          sizeof (const int[]){__VA_ARGS__} / sizeof (int))

static void
close_by (struct closed_leaves *l, struct partition p, struct partition claim,
          bool blocked)
{
    leaves_close (l, &p, leaves_claim (l, &claim, blocked));
    partition_clear (&p);
    partition_clear (&claim);
}

static uint32_t
found (const struct closed_leaves *l, struct partition p, bool blocked)
{
    uint32_t claim = leaves_find (l, &p, blocked);
    partition_clear (&p);
    return claim;
}

static void
test_claim_closes_more (void **state)
{
    (void) state;
    struct closed_leaves l = {0};
    close_by (&l, PART (-1, -2, -3), PART (-1, -2, -3), false);
    close_by (&l, PART (-1, -2, 3, -4), PART (-2, 3), false);
    /* -4 is not in the core: its sibling is closed, and so is what obeys -2
     * and 3 anywhere; what does not is not */
    assert_int_equal (found (&l, PART (-1, -2, 3, 4), false), 1);
    assert_int_equal (found (&l, PART (1, -2, 5, 3), false), 1);
    assert_int_equal (found (&l, PART (-1, 2), false), LEAVES_NONE);
    assert_int_equal (found (&l, PART (1, 3), false), LEAVES_NONE);
    assert_int_equal (l.leaf.size, 2);
    assert_int_equal (l.leaf.at[1].partition.chosen.size, 3);
    assert_false (leaves_cover (&l));
    close_by (&l, PART (-1, 2), PART (-1), false);
    assert_int_equal (l.leaf.size,
                      1); /* what was closed left of it needs none */
    close_by (&l, PART (1), PART (1), false);
    assert_int_equal (l.leaf.size, 2);
    assert_true (leaves_cover (&l));
    leaves_clear (&l);
}

/* A claim that needs calls to be blocked is the weaker one. */
static void
test_blocked_is_weaker (void **state)
{
    (void) state;
    struct closed_leaves l = {0};
    close_by (&l, PART (-1, -2, -3), PART (-3), false);
    assert_int_equal (l.leaf.at[0].partition.chosen.size, 3);
    close_by (&l, PART (-1, -2, 3, 4), PART (-1), true);
    assert_int_equal (l.leaf.size, 2);
    assert_int_equal (l.leaf.at[1].partition.chosen.size, 3);
    assert_int_equal (found (&l, PART (-1, 2), false), LEAVES_NONE);
    assert_int_equal (found (&l, PART (-1, 2), true), 1);
    assert_int_equal (found (&l, PART (-1, 2, -3), true), 0);
    struct partition right = PART (-1, 2);
    leaves_close (&l, &right, 1);
    partition_clear (&right);
    assert_int_equal (l.leaf.size, 3);
    close_by (&l, PART (1), PART (1), false);
    assert_true (leaves_cover (&l));
    leaves_clear (&l);
}

/* Below an avoided site all is avoided, above a reached one all is reached. */
static void
test_implied (void **state)
{
    (void) state;
    struct partition p, q;
    partition_init (&p);
    partition_init (&q);
    VEC_PUSH (p.site, ((struct site) {0, 7}));
    VEC_PUSH (p.site, ((struct site) {1, 4}));
    VEC_PUSH (q.site,
              ((struct site) {0, 3})); /* numbers differ, paths do not */
    VEC_PUSH (q.site, ((struct site) {0, 7}));
    VEC_PUSH (q.site, ((struct site) {2, 4}));
    VEC_PUSH (p.chosen, ((struct chosen) {MUST_AVOID, 1}));
    VEC_PUSH (q.chosen, ((struct chosen) {MUST_AVOID, 3}));
    assert_true (partition_implies (&p, 1, &q));
    assert_false (partition_implies (&p, 0, &q));
    assert_false (partition_implies (&q, 1, &p));
    p.chosen.at[0].decision = q.chosen.at[0].decision = MUST_REACH;
    assert_false (partition_implies (&p, 1, &q));
    assert_true (partition_implies (&q, 1, &p));
    p.chosen.at[0].decision = MUST_AVOID;
    assert_false (partition_implies (&q, 1, &p));
    partition_clear (&p);
    partition_clear (&q);
}

/* The parts of a split at several sites leave nothing out. */
static void
test_split_covers (void **state)
{
    (void) state;
    for (uint32_t sites = 1; sites <= 5; sites++) {
        struct search_answer a = {.kind = ANSWER_SPLIT};
        struct vec_partition all = {0};
        a.partition = part (NULL, 0);
        for (uint32_t i = 0; i < sites; i++)
            VEC_PUSH (a.site, 5 - i);
        assert_int_equal (search_answer_parts (&a), sites + 1);
        for (size_t i = 0; i <= sites; i++) {
            struct partition p;
            search_answer_part (&a, i, &p);
            VEC_PUSH (all, p);
        }
        assert_true (partitions_cover (all.at, all.size));
        assert_false (partitions_cover (all.at, all.size - 1));
        assert_false (partitions_cover (all.at + 1, all.size - 1));
        for (size_t i = 0; i < all.size; i++)
            partition_clear (&all.at[i]);
        VEC_CLEAR (all);
        search_answer_clear (&a);
    }
}

/* ---- whole searches of random programs, split as often as can be */

struct worker {
    struct oracle oracle;
    item_worker *worker;
    struct VEC (struct buffer) answer;
};

static bool
worker_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
            uint64_t *units)
{
    struct worker *w = (struct worker *) oracle;
    struct buffer b;
    buffer_init (&b);
    assert_true (bounded_item_worker.work (w->worker, item, &b, units));
    VEC_PUSH (w->answer, b); /* its bytes stay where they are */
    *answer = buffer_view (&b);
    return true;
}

static enum search_step
search_all (struct passive_program *p, uint32_t bound, const char *broken)
{
    static const struct oracle_class class = {.get = worker_get};
    struct bounded_program o = {.bound = bound, .query_limit = 1000000};
    struct partition_search_options options = {.bound = bound, .budget = 40};
    struct problem problem = {0};
    struct buffer program;
    buffer_init (&program);
    bounded_program_write (&o, p, &program);
    struct worker w = {.oracle = {&class}};
    w.worker = bounded_item_worker.open (buffer_view (&program), &problem);
    assert_non_null (w.worker);
    partition_search *s = partition_search_new (p, &options);
    partition_search_break (s, broken);
    while (partition_search_driver.step ((driver *) s, &w.oracle)
           != DRIVER_DONE)
        ;
    const struct partition_search_result *r = partition_search_result (s);
    uint64_t units;
    for (size_t i = 0; i < r->leaf.size && !broken; i++)
        assert_int_equal (
            leaf_check (p, &r->leaf.at[i], bound, false, NULL, &units),
            SOLVER_UNSAT);
    enum search_step step = r->end == SEARCH_SAFE      ? STEP_SAFE
                            : r->end == SEARCH_BOUNDED ? STEP_BOUNDED
                            : r->end == SEARCH_UNSAFE  ? STEP_UNSAFE
                                                       : STEP_UNDECIDED;
    partition_search_free (s);
    bounded_item_worker.close (w.worker);
    for (size_t i = 0; i < w.answer.size; i++)
        buffer_clear (&w.answer.at[i]);
    VEC_CLEAR (w.answer);
    buffer_clear (&program);
    return step;
}

static int
wrong_searches (int programs, const char *broken)
{
    uint64_t seed = 17;
    int wrong = 0;
    for (int i = 0; i < programs; i++) {
        struct guess g;
        struct passive_program p;
        guess_make (&g, &seed);
        guess_passive (&g, &p);
        uint32_t bound = 1 + (uint32_t) i % 3;
        wrong += search_all (&p, bound, broken) != brute_verdict (&g, bound);
        passive_clear (&p);
    }
    return wrong;
}

static void
test_searches (void **state)
{
    (void) state;
    assert_int_equal (wrong_searches ((int) effort (60), NULL), 0);
    /* the twin: a leaf closes its siblings, core or no core */
    assert_true (wrong_searches (60, "prune-all") > 0);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_claim_closes_more),
        cmocka_unit_test (test_blocked_is_weaker),
        cmocka_unit_test (test_implied),
        cmocka_unit_test (test_split_covers),
        cmocka_unit_test (test_searches),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
