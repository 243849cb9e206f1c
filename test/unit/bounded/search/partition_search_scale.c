/* partition_search_scale.c -- predictions from recorded checks of programs (bench/scale.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../../../bench/predicting.h"
#include "journal/run.h"

enum { DELAY_NS = 70000 };

static char dir[64];

static int
setup (void **state)
{
    (void) state;
    strcpy (dir, "/tmp/cohort-scale-XXXXXX");
    return !mkdtemp (dir);
}

static const char *
inside (const char *name)
{
    static char path[128];
    snprintf (path, sizeof path, "%s/%s", dir, name);
    return path;
}

static int
teardown (void **state)
{
    (void) state;
    static const char *const names[] = {"manifest", "memo", "journal", "lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink (inside (names[i]));
    return rmdir (dir);
}

/* A run directory as a check makes it, without answers; opened. */
static void
recording_begin (struct recording *r, const char *file)
{
    char *words[] = {"--mode=predictable", "--bound=2", "--budget=1"};
    struct options options;
    struct problem p = {0};
    size_t size;
    options_init (&options);
    assert_true (options_parse (&options, 3, words, &p));
    char *source = text_file (file, &size);
    assert_non_null (source);
    struct run_identity identity = {
        .version = "1.0",
        .solver = "a solver",
        .input = file,
        .digest = digest_of ((struct bytes) {(uint8_t *) source, size}),
        .options = &options};
    run *made = run_create (dir, &identity, &p);
    assert_non_null (made);
    run_free (made);
    memory_free (source);
    options_clear (&options);
    assert_true (recording_open (r, dir, NULL, &p));
    assert_true (r->is_program);
}

/* .. with all answers, or with those up to `enough` (hunting.h). */
static void
record (struct recording *r, const char *file, uint32_t enough)
{
    struct pool_result result;
    struct problem p = {0};
    recording_begin (r, file);
    r->partition_run.enough = enough;
    struct pool_options pool = recording_driver (r, r->memo);
    assert_true (pool_alone (&pool, &result));
    r->partition_run.enough = 0;
    assert_true (memo_sync (r->memo, true, &p));
}

/* The run is killed: the last part of its answers is gone. */
static void
recording_tear (struct recording *r)
{
    struct problem p = {0};
    size_t size;
    recording_close (r);
    memory_free (text_file (inside ("memo"), &size));
    assert_int_equal (truncate (inside ("memo"), (off_t) (size * 2 / 3)), 0);
    assert_true (recording_open (r, dir, NULL, &p));
}

static void
ends (struct recording *r, const char *how)
{
    struct text t;
    text_init (&t);
    partition_run_end (&r->partition_run, &t);
    assert_string_equal (text_view (&t), how);
    text_clear (&t);
}

/* All numbers of workers: the same result, never faster than the span. */
static void
predicted (struct answers *a, const struct sequential *s)
{
    static const unsigned workers[] = {1, 2, 8, 32};
    struct problem p = {0};
    struct prediction x;
    struct span_found span;
    for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
        assert_true (predict (a, s, workers[i], DELAY_NS, true, &x, &p));
        assert_false (x.over);
        assert_true (x.items >= s->seen.size);
        assert_true (x.end_ns >= s->work_ns / workers[i]);
        if (workers[i] == 1)
            assert_true (x.end_ns >= s->work_ns);
    }
    assert_true (span_run (a, &span));
    assert_true (span.ns <= x.end_ns && span.ns <= s->work_ns && span.ns);
}

static void
whole_recording_is_predicted (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct sequential s;
    record (&r, "test/programs/split.bpl", 0);
    answers_init (&a, &r, 0);
    assert_true (sequential_run (&s, &a, false));
    assert_true (s.seen.size > 3 && s.work_ns);
    assert_int_equal (s.seen.size, memo_count (r.memo));
    assert_int_equal (a.worked, 0);
    /* What others work at meanwhile may come to be closed by a leaf left of it:
     * that is not recorded. */
    predicted (&a, &s);
    ends (&r, "SAFE");
    answers_clear (&a);
    map_clear (&s.seen);
    recording_close (&r);
}

static void
torn_recording_needs_work (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct sequential s;
    struct span_found span;
    record (&r, "test/programs/split.bpl", 0);
    size_t all = memo_count (r.memo);
    struct digest result = recording_result (&r);
    recording_tear (&r);
    assert_true (memo_count (r.memo) && memo_count (r.memo) < all);
    answers_init (&a, &r, 100 * UINT64_C (1000000000));
    assert_false (sequential_run (&s, &a, false));
    assert_false (sequential_enough (&s));
    assert_false (span_run (&a, &span));
    assert_true (span.items <= memo_count (r.memo) && span.where[0]);
    map_clear (&s.seen);
    assert_true (sequential_run (&s, &a, true));
    assert_true (digest_equal (s.result, result));
    assert_int_equal (a.worked, all - memo_count (r.memo));
    predicted (&a, &s);
    ends (&r, "SAFE");
    answers_clear (&a);
    map_clear (&s.seen);
    recording_close (&r);
}

/* Answers under other keys: made by another version. */
static void
foreign_recording_is_refused (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct sequential s;
    struct bytes answer = {(const uint8_t *) "?", 1};
    recording_begin (&r, "test/programs/split.bpl");
    memo_put (r.memo, digest_string ("another item"), answer, 1, 1);
    answers_init (&a, &r, 100 * UINT64_C (1000000000));
    assert_false (sequential_run (&s, &a, true));
    assert_true (s.foreign && !a.worked);
    answers_clear (&a);
    map_clear (&s.seen);
    recording_close (&r);
}

static void
work_has_a_limit (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct sequential s;
    recording_begin (&r, "test/programs/split.bpl");
    answers_init (&a, &r, 1);
    assert_false (sequential_run (&s, &a, true));
    assert_true (a.over && a.worked <= 1);
    answers_clear (&a);
    map_clear (&s.seen);
    recording_close (&r);
}

/* What a schedule asks for beyond the limit: no time is told. */
static void
schedules_have_a_limit_too (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct prediction x;
    struct problem p = {0};
    record (&r, "test/programs/demo-lock.bpl", 0);
    recording_tear (&r);
    answers_init (&a, &r, 1);
    a.worked_ns = a.limit_ns;
    struct sequential s = {.answers = &a};
    assert_true (predict (&a, &s, 32, DELAY_NS, true, &x, &p));
    assert_true (x.over && !a.worked && !p.kind);
    /* .. and what is known afterwards is predicted as ever. */
    a.limit_ns = 0;
    assert_true (sequential_run (&s, &a, true));
    predicted (&a, &s);
    ends (&r, "UNSAFE");
    answers_clear (&a);
    map_clear (&s.seen);
    recording_close (&r);
}

static void
what_is_established_counts (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct sequential s;
    struct prediction x;
    struct problem p = {0};
    record (&r, "test/programs/unbounded.bpl", 2);
    answers_init (&a, &r, 0);
    assert_false (sequential_run (&s, &a, false));
    assert_true (sequential_enough (&s));
    assert_true (predict (&a, &s, 32, DELAY_NS, true, &x, &p));
    assert_true (x.established_ns >= s.work_ns);
    assert_true (x.established_ns <= x.end_ns);
    ends (&r, "no error up to bound 2");
    predicted (&a, &s);
    answers_clear (&a);
    map_clear (&s.seen);
    recording_close (&r);
}

/* What is not recorded is worked out once: whoever asks, and however often, gets
 * the same answer at the same cost. */
struct catcher {
    struct oracle oracle;
    struct buffer item; /* the first that was asked for */
};

static bool
catcher_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
             uint64_t *units)
{
    (void) answer;
    (void) units;
    struct catcher *c = (struct catcher *) oracle;
    if (!c->item.size)
        buffer_put (&c->item, item.data, item.size);
    return false;
}

static const struct oracle_class catcher_class = {.get = catcher_get};

static void
missing_items_have_one_cost (void **state)
{
    (void) state;
    struct recording r;
    struct answers a;
    struct catcher catcher = {.oracle = {&catcher_class}};
    recording_begin (&r, "test/programs/split.bpl");
    answers_init (&a, &r, 0);
    buffer_init (&catcher.item);
    struct pool_options pool = answers_driver (&a, a.known);
    assert_int_equal (pool.driver_class->step (pool.driver, &catcher.oracle),
                      DRIVER_BLOCKED);
    struct bytes item = buffer_view (&catcher.item);
    struct answers *borrowed = &a;
    struct problem p = {0};
    struct buffer answer[2];
    uint64_t units[2], known;
    struct bytes kept;
    item_worker *l = replay_item_worker.open (
        (struct bytes) {(const uint8_t *) &borrowed, sizeof borrowed}, &p);
    for (int i = 0; i < 2; i++) {
        buffer_init (&answer[i]);
        assert_true (replay_item_worker.work (l, item, &answer[i], &units[i]));
    }
    assert_true (memo_get (a.known, digest_of (item), &kept, &known));
    assert_true (units[0] == units[1] && units[0] == known);
    assert_true (bytes_equal (buffer_view (&answer[0]), kept));
    assert_true (bytes_equal (buffer_view (&answer[1]), kept));
    assert_true (memo_cost_ns (a.known, digest_of (item)) > 0);
    replay_item_worker.close (l);
    for (int i = 0; i < 2; i++)
        buffer_clear (&answer[i]);
    buffer_clear (&catcher.item);
    answers_clear (&a);
    recording_close (&r);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (whole_recording_is_predicted, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (torn_recording_needs_work, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (foreign_recording_is_refused, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (work_has_a_limit, setup, teardown),
        cmocka_unit_test_setup_teardown (schedules_have_a_limit_too, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (what_is_established_counts, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (missing_items_have_one_cost, setup,
                                         teardown),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
