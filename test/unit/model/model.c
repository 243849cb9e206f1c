/* model.c -- the three protocols: numbers of states as other tools
 * count them, reading and its errors, the wire, parts, printing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "model/model.h"

static generator *
model_of (const char *text)
{
    struct problem p = {0};
    assert_true (model_recognise (text, strlen (text)));
    generator *g = model_read (text, strlen (text), "m", &p);
    assert_non_null (g);
    return g;
}

struct count {
    uint64_t states, edges, faults;
};

static struct count
count_of (generator *g)
{
    struct count c = {0};
    struct map seen;
    struct VEC (uint8_t *) queue = {0};
    struct edge e;
    size_t size = 0;
    map_init (&seen);
    for (size_t i = 0; i <= queue.size; i++) {
        struct bytes from = {i ? queue.at[i - 1] : NULL, i ? size : 0};
        generator_enter (g, from);
        for (uint32_t n = 0; generator_next (g, &e) == NEXT_EDGE; n++) {
            assert_int_equal (e.choice, n);
            assert_int_equal (e.steps, 1);
            assert_true (!size || e.target.size == size);
            size = e.target.size;
            c.edges++;
            c.faults += (e.marks & EDGE_FAULT) != 0;
            if (!(e.marks & EDGE_FAULT)
                && map_put (&seen, digest_of (e.target), 0))
                VEC_PUSH (queue, memory_copy (e.target.data, size));
        }
    }
    c.states = queue.size;
    for (size_t i = 0; i < queue.size; i++)
        memory_free (queue.at[i]);
    VEC_CLEAR (queue);
    map_clear (&seen);
    return c;
}

/* States and transitions of `spin -a -o2 -o3` without reductions. */
static void
counts_are_those_of_spin (void **state)
{
    (void) state;
    static const struct {
        const char *text;
        uint64_t states, edges;
    } known[] = {
        {"cohort-model phil 2", 10, 15},
        {"cohort-model phil 3\n", 35, 76},
        {"cohort-model phil 4", 118, 341},
        {"cohort-model phil 6", 1297, 5623},
        {"cohort-model bakery 2 3", 3536, 6808},
        {"cohort-model bakery  2 5 ", 6056, 11612},
        {"cohort-model bakery 3 2", 202484, 579806},
        {"cohort-model peterson 2", 366, 703},
        {"cohort-model peterson 3", 37557, 105547},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        generator *g = model_of (known[i].text);
        struct count c = count_of (g);
        assert_int_equal (c.states, known[i].states);
        assert_int_equal (c.edges, known[i].edges);
        assert_int_equal (c.faults, 0);
        g->class->free (g);
    }
}

static void
bugs_are_there (void **state)
{
    (void) state;
    static const char *const buggy[] = {
        "cohort-model phil 2 bug", "cohort-model phil 5 bug",
        "cohort-model bakery 2 2 bug", "cohort-model peterson 2 bug",
        "cohort-model peterson 3 bug"};
    for (size_t i = 0; i < sizeof buggy / sizeof *buggy; i++) {
        generator *g = model_of (buggy[i]);
        assert_true (count_of (g).faults > 0);
        g->class->free (g);
    }
}

static void
bad_lines_are_refused (void **state)
{
    (void) state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"cohort-model", "m:1:13: \"\" is no model; there are phil, bakery, "
                         "peterson, deep and graph"},
        {"cohort-model tiger 3", "m:1:14: \"tiger\" is no model; there are "
                                 "phil, bakery, peterson, deep and graph"},
        {"cohort-model phil",
         "m:1:18: the number of processes must be from 2 to 126"},
        {"cohort-model phil 1",
         "m:1:19: the number of processes must be from 2 to 126"},
        {"cohort-model phil 4294967298",
         "m:1:19: the number of processes must be from 2 to 126"},
        {"cohort-model peterson 4x",
         "m:1:23: the number of processes must be from 2 to 14"},
        {"cohort-model bakery 3",
         "m:1:22: the number of tickets must be from 1 to 127"},
        {"cohort-model bakery 3 128",
         "m:1:23: the number of tickets must be from 1 to 127"},
        {"cohort-model phil 3 bugs",
         "m:1:21: \"bugs\" is not understood; only \"bug\" may stand here"},
        {"cohort-model phil 3\nphil 4", "m:1:20: a model is one line of text"},
        {"", "m:1:1: no cohort-model"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct problem p = {0};
        assert_null (model_read (bad[i].text, strlen (bad[i].text), "m", &p));
        assert_int_equal (p.kind, PROBLEM_INPUT);
        assert_string_equal (p.message, bad[i].message);
    }
    assert_false (model_recognise ("cohort-modelphil", 16));
    assert_false (model_recognise ("cohort", 6));
}

static void
wire_keeps_the_model (void **state)
{
    (void) state;
    static const char *const all[] = {
        "cohort-model phil 7", "cohort-model phil 7 bug",
        "cohort-model bakery 2 9 bug", "cohort-model peterson 5"};
    struct digest before = {0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct buffer b;
        struct problem p = {0};
        buffer_init (&b);
        generator *g = model_of (all[i]);
        model_write (g, &b);
        generator *h = generator_open (buffer_view (&b), &p);
        assert_non_null (h);
        struct digest d = g->class->identity (g);
        assert_true (digest_equal (d, h->class->identity (h)));
        assert_false (digest_equal (d, before));
        before = d;
        generator *clone = h->class->clone (h);
        assert_true (digest_equal (d, clone->class->identity (clone)));
        for (size_t cut = 0; cut < b.size; cut++) {
            struct problem q = {0};
            struct bytes part = {b.data, cut};
            generator *none = generator_open (part, &q);
            assert_null (none);
            assert_int_equal (q.kind, PROBLEM_INPUT);
        }
        g->class->free (g);
        h->class->free (h);
        clone->class->free (clone);
        buffer_clear (&b);
    }
}

static void
parts_cover_the_state (void **state)
{
    (void) state;
    uint32_t ends[16];
    struct edge e;
    generator *g = model_of ("cohort-model peterson 4");
    assert_int_equal (g->class->parts (g, ends, 16), 5);
    assert_int_equal (ends[0], 2);
    generator_enter (g, (struct bytes) {0});
    assert_int_equal (generator_next (g, &e), NEXT_EDGE);
    assert_int_equal (ends[4], e.target.size);
    assert_int_equal (g->class->parts (g, ends, 4), 1);
    assert_int_equal (ends[0], e.target.size);
    assert_int_equal (generator_next (g, &e), NEXT_END);
    g->class->free (g);
}

static void
expect_print (generator *g, struct bytes from, const struct edge *e,
              const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream (&text, &size);
    g->class->print (g, from, e, file);
    fclose (file);
    assert_string_equal (text, expected);
    free (text);
}

static void
people_can_read_it (void **state)
{
    (void) state;
    generator *g = model_of ("cohort-model peterson 2");
    struct edge e;
    uint8_t from[6] = {0x30, 0x01, 0, 0, 0, 1};
    struct bytes b = {from, sizeof from};
    generator_enter (g, b);
    assert_int_equal (generator_next (g, &e), NEXT_EDGE);
    expect_print (g, b, &e, "process 0: last[l] = self");
    expect_print (g, b, NULL,
                  "0: last[l] = self [level=1 l=0 k=0] "
                  "1: l = 1 [level=0 l=0 k=0] incs=0 last[1]=1");
    expect_print (g, (struct bytes) {0}, &e, "start");
    expect_print (g, (struct bytes) {0}, NULL, "before the start");
    assert_string_equal (g->class->fault_name (g, 0), "assertion failed");
    g->class->free (g);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (counts_are_those_of_spin),
        cmocka_unit_test (bugs_are_there),
        cmocka_unit_test (bad_lines_are_refused),
        cmocka_unit_test (wire_keeps_the_model),
        cmocka_unit_test (parts_cover_the_state),
        cmocka_unit_test (people_can_read_it),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
