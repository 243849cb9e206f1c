/* item.c -- items of bounded and their answers: pure, as bytes, and
 * never trusted. */
#include "unit/bounded/passive_build.h"

#include "bounded/search/item.h"
#include "effort.h"

/* ---- items and answers */

/* A item worker for a program, or null. */
static item_worker *
open_item_worker (const struct passive_program *p,
                  const struct bounded_program *o)
{
    struct buffer b;
    struct problem problem = {0};
    buffer_init (&b);
    bounded_program_write (o, p, &b);
    item_worker *l = bounded_item_worker.open (buffer_view (&b), &problem);
    assert_non_null (l);
    buffer_clear (&b);
    return l;
}

static void
work (item_worker *l, struct bytes item, struct buffer *answer)
{
    uint64_t units;
    buffer_init (answer);
    assert_true (bounded_item_worker.work (l, item, answer, &units));
}

static enum search_step
step_of (enum bounded_answer kind)
{
    return kind == ANSWER_SAFE      ? STEP_SAFE
           : kind == ANSWER_BOUNDED ? STEP_BOUNDED
           : kind == ANSWER_UNSAFE  ? STEP_UNSAFE
                                    : STEP_UNDECIDED;
}

static void
work_confirm (item_worker *l, struct passive_program *p,
              const struct search_answer *closed, uint32_t bound)
{
    struct buffer item, bytes;
    buffer_init (&item);
    confirm_item_write (&closed->partition, bound,
                        closed->kind == ANSWER_BOUNDED, &item);
    char text[100];
    bounded_item_worker.describe (l, buffer_view (&item), text, sizeof text);
    assert_memory_equal (text, "confirming ", 11);
    work (l, buffer_view (&item), &bytes);
    struct search_answer a;
    assert_true (search_answer_read (&a, p, buffer_view (&bytes)));
    assert_int_equal (a.kind, closed->kind);
    search_answer_clear (&a);
    buffer_clear (&bytes);
    buffer_clear (&item);
}

/* The sequential reference: a search item, and those that it splits into. */
static enum search_step
work_all (item_worker *l, item_worker *other, struct passive_program *p,
          const struct partition *from, uint32_t bound, uint64_t budget,
          int *splits)
{
    struct search_item item = {.budget = budget,
                               .bound = bound,
                               .look_beyond = true,
                               .ways = 1 + from->chosen.size % 3,
                               .partition = *from};
    struct buffer bytes, answer, again;
    buffer_init (&bytes);
    search_item_write (&item, &bytes);
    work (l, buffer_view (&bytes), &answer);
    work (other, buffer_view (&bytes), &again);
    assert_true (bytes_equal (buffer_view (&answer), buffer_view (&again)));
    struct search_answer a;
    assert_true (search_answer_read (&a, p, buffer_view (&answer)));
    enum search_step step = step_of (a.kind);
    if (a.kind == ANSWER_SPLIT) {
        ++*splits;
        for (size_t i = 0; i < search_answer_parts (&a); i++) {
            struct partition part;
            search_answer_part (&a, i, &part);
            enum search_step found =
                work_all (l, other, p, &part, bound, 2 * budget, splits);
            step = i ? worse (step, found) : found;
            partition_clear (&part);
        }
    } else if (a.kind != ANSWER_UNSAFE)
        work_confirm (l, p, &a, bound);
    search_answer_clear (&a);
    buffer_clear (&bytes);
    buffer_clear (&answer);
    buffer_clear (&again);
    return step;
}

static int
item_worker_round (bool random, bool never)
{
    uint64_t seed = 31;
    int splits = 0;
    for (int i = 0; i < (int) effort (25); i++) {
        struct guess g;
        struct passive_program p;
        struct partition main;
        guess_make (&g, &seed);
        guess_passive (&g, &p);
        partition_init (&main);
        uint32_t bound = 1 + (uint32_t) i % 3;
        struct bounded_program o = {.bound = bound,
                                    .query_limit = 1000000,
                                    .random = random,
                                    .seed = 7,
                                    .never_split = never};
        item_worker *l = open_item_worker (&p, &o),
                    *other = open_item_worker (&p, &o);
        enum search_step step =
            work_all (l, other, &p, &main, bound, 50, &splits);
        assert_int_equal (step, brute_verdict (&g, bound));
        bounded_item_worker.close (l);
        bounded_item_worker.close (other);
        partition_clear (&main);
        passive_clear (&p);
    }
    return splits;
}

static void
test_item_worker (void **state)
{
    (void) state;
    assert_true (item_worker_round (false, false) > (int) effort (10));
    assert_true (item_worker_round (true, false) > (int) effort (10));
    assert_int_equal (item_worker_round (false, true), 0);
}

/* An answer of each kind, to be mutated. */
static void
work_wire (item_worker *l, struct passive_program *p, uint64_t budget,
           uint32_t bound, enum bounded_answer wanted)
{
    struct partition main;
    partition_init (&main);
    struct search_item item = {
        .budget = budget, .bound = bound, .ways = 2, .partition = main};
    struct buffer bytes, answer, back;
    buffer_init (&bytes);
    buffer_init (&back);
    search_item_write (&item, &bytes);
    char text[100];
    bounded_item_worker.describe (l, buffer_view (&bytes), text, sizeof text);
    assert_string_equal (text,
                         "searching 0 call sites below main with 0 decisions");
    work (l, buffer_view (&bytes), &answer);
    struct search_answer a;
    assert_true (search_answer_read (&a, p, buffer_view (&answer)));
    assert_int_equal (a.kind, wanted);
    search_answer_write (&a, &back);
    assert_true (bytes_equal (buffer_view (&answer), buffer_view (&back)));
    search_answer_clear (&a);
    for (size_t i = 0; i < answer.size; i++) {
        assert_false (
            search_answer_read (&a, p, (struct bytes) {answer.data, i}));
        for (unsigned flip = 1; flip < 256; flip = flip * 2 + 1) {
            answer.data[i] ^= (uint8_t) flip;
            if (search_answer_read (&a, p, buffer_view (&answer)))
                search_answer_clear (&a);
            answer.data[i] ^= (uint8_t) flip;
        }
    }
    for (size_t i = 0; i < bytes.size; i++)
        for (unsigned flip = 1; flip < 256; flip = flip * 2 + 1) {
            struct buffer ignored;
            bytes.data[i] ^= (uint8_t) flip;
            work (l, buffer_view (&bytes), &ignored);
            bounded_item_worker.describe (l, buffer_view (&bytes), text,
                                          sizeof text);
            bytes.data[i] ^= (uint8_t) flip;
            buffer_clear (&ignored);
        }
    buffer_clear (&bytes);
    buffer_clear (&answer);
    buffer_clear (&back);
    partition_clear (&main);
}

static void
test_wire (void **state)
{
    (void) state;
    struct passive_program p;
    make_recursive (&p, 2, false);
    struct bounded_program o = {.bound = 3};
    item_worker *l = open_item_worker (&p, &o);
    work_wire (l, &p, 0, 3, ANSWER_UNSAFE);
    work_wire (l, &p, 0, 2, ANSWER_BOUNDED);
    work_wire (l, &p, 1, 3, ANSWER_SPLIT);
    bounded_item_worker.close (l);
    passive_clear (&p);
    make_figure (&p, true);
    l = open_item_worker (&p, &o);
    work_wire (l, &p, 0, 1, ANSWER_SAFE);
    bounded_item_worker.close (l);
    struct problem problem = {0};
    assert_null (bounded_item_worker.open (bytes_of ("no program"), &problem));
    assert_int_equal (problem.kind, PROBLEM_RESOURCE);
    passive_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (test_item_worker),
        cmocka_unit_test (test_wire),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
