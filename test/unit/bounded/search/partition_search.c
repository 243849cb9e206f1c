/* partition_search.c -- the reference does not believe its workers. */
#include "bounded/search/partition_search.h"

#include "unit/bounded/passive_build.h"

/* Answers for a partition search: a worker that splits at main's first call and closes
 * both parts, honestly or not. */
struct worker {
    struct oracle oracle;
    struct passive_program *program;
    bool mistakes; /* the decisions of what it closes */
    bool confirms_less;
    struct buffer answer[8];
    size_t answers;
};

static void
worker_close (struct worker *w, const struct partition *p, bool confirm,
              struct search_answer *a)
{
    a->kind = confirm && w->confirms_less ? ANSWER_BOUNDED : ANSWER_SAFE;
    partition_copy (&a->partition, p);
    if (w->mistakes && !confirm)
        a->partition.chosen.at[0].decision ^= 1;
}

static bool
worker_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
            uint64_t *units)
{
    struct worker *w = (struct worker *) oracle;
    struct search_answer a = {0};
    struct reader r;
    reader_init (&r, item);
    if (item.data[0] == ITEM_SEARCH) {
        struct search_item s;
        assert_true (search_item_read (&s, w->program, &r));
        if (s.partition.chosen.size)
            worker_close (w, &s.partition, false, &a);
        else {
            a.kind = ANSWER_SPLIT;
            partition_copy (&a.partition, &s.partition);
            VEC_PUSH (a.partition.site, ((struct site) {0, 0}));
            VEC_PUSH (a.site, 1);
        }
        search_item_clear (&s);
    } else {
        struct confirm_item c;
        assert_true (confirm_item_read (&c, w->program, &r));
        worker_close (w, &c.partition, true, &a);
        confirm_item_clear (&c);
    }
    assert_true (w->answers < 8);
    struct buffer *bytes = &w->answer[w->answers++];
    buffer_init (bytes);
    search_answer_write (&a, bytes);
    search_answer_clear (&a);
    *answer = buffer_view (bytes);
    *units = 1;
    return true;
}

/* Every go may spend one unit more than the one before; 0: one go. */
static enum partition_search_end
pursue_in_goes (struct worker *w, uint64_t units, size_t *goes,
                struct digest *digest)
{
    static const struct oracle_class class = {.get = worker_get};
    struct passive_program p;
    make_figure (&p, true);
    w->oracle.class = &class;
    w->program = &p;
    struct partition_search_options o = {.bound = 1, .units = units};
    partition_search *partition_run = partition_search_new (&p, &o);
    const struct partition_search_result *r =
        partition_search_result (partition_run);
    for (*goes = 0; *goes == 0 || r->end == SEARCH_SPENT; ++*goes) {
        partition_search_allow (partition_run, units ? units + *goes : 0);
        while (
            partition_search_driver.step ((driver *) partition_run, &w->oracle)
            != DRIVER_DONE)
            ;
    }
    *digest = r->digest;
    enum partition_search_end end = r->end;
    assert_int_equal (r->established, 0);
    assert_int_equal (r->leaf.size, end == SEARCH_SAFE ? 2 : 0);
    partition_search_free (partition_run);
    for (size_t i = 0; i < w->answers; i++)
        buffer_clear (&w->answer[i]);
    passive_clear (&p);
    return end;
}

static enum partition_search_end
pursue (struct worker *w)
{
    size_t goes;
    struct digest digest;
    return pursue_in_goes (w, 0, &goes, &digest);
}

/* Where units end a go, the next one goes on: nothing is different at the end. */
static void
test_goes (void **state)
{
    (void) state;
    struct worker w = {0}, v = {0};
    size_t one, many;
    struct digest whole, parts;
    assert_int_equal (pursue_in_goes (&w, 0, &one, &whole), SEARCH_SAFE);
    assert_int_equal (pursue_in_goes (&v, 1, &many, &parts), SEARCH_SAFE);
    assert_int_equal (one, 1);
    assert_int_equal (many, 3); /* the root, and each of its parts */
    assert_memory_equal (&whole, &parts, sizeof whole);
    assert_int_equal (v.answers, w.answers);
}

static void
test_worker_is_heard (void **state)
{
    (void) state;
    struct worker w = {0};
    assert_int_equal (pursue (&w), SEARCH_SAFE);
    assert_int_equal (w.answers, 5); /* the root, its parts, each confirmed */
}

/* What was refuted is not the part that was asked for. */
static void
test_parts_must_cover (void **state)
{
    (void) state;
    struct worker w = {.mistakes = true};
    assert_int_equal (pursue (&w), SEARCH_FAILED);
}

static void
test_recheck_is_of_the_claim (void **state)
{
    (void) state;
    struct worker w = {.confirms_less = true};
    assert_int_equal (pursue (&w), SEARCH_UNKNOWN);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_worker_is_heard),
        cmocka_unit_test (test_goes),
        cmocka_unit_test (test_parts_must_cover),
        cmocka_unit_test (test_recheck_is_of_the_claim),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
