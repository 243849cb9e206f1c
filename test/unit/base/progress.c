/* progress.c -- the line that tells how far a check is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/progress.h"

static const struct progress_view whole = {
    .status = {.phase = "exploring f\xc3\xbcr",
               .unit = "states",
               .done = 1234567,
               .of = 2000000,
               .round_of = "layer",
               .round = 17,
               .open = 999,
               .workers = 2,
               .note = "and so on"},
    .seconds = 3725.4,
    .phase_seconds = 100,
    .rate = 12345,
    .memory_mb = 310,
    .limit_s = 3785};

static void
tells (const struct progress_view *v, unsigned columns, const char *expected)
{
    struct text t;
    text_init (&t);
    progress_line (v, columns, &t);
    assert_string_equal (text_view (&t), expected);
    text_clear (&t);
}

static void
all_is_told (void **state)
{
    (void) state;
    tells (&whole, 0,
           "1 h 02 min  exploring f\xc3\xbcr: 1.23M of 2.00M states, 12.3k/s, "
           "layer 17, 999 open; 2 workers, 310 MB; about 1 min 02 s left; "
           "limit in "
           "1 min 00 s; and so on");
}

static void
what_is_not_known_is_not_told (void **state)
{
    (void) state;
    struct progress_view v = {.status = {.phase = "reading x.c"}, .rate = -1};
    tells (&v, 80, "0 s  reading x.c");
    v.status.workers = 1;
    v.seconds = 61.9;
    tells (&v, 80, "1 min 01 s  reading x.c; 1 worker");
    v.limit_s = 60; /* is over: the watchdog is about to act */
    tells (&v, 80, "1 min 01 s  reading x.c; 1 worker; limit in 0 s");
}

static void
it_fits (void **state)
{
    (void) state;
    struct text t;
    text_init (&t);
    size_t before = 0;
    for (unsigned columns = 1; columns <= 200; columns++) {
        text_reset (&t);
        progress_line (&whole, columns, &t);
        size_t used = 0;
        for (const char *at = text_view (&t); *at; at++)
            used += ((unsigned char) *at & 0xc0) != 0x80;
        assert_true (used <= columns);
        if (columns >= 12)
            assert_memory_equal (text_view (&t), "1 h 02 min", 10);
        before = used > before ? used : before;
    }
    tells (&whole, 33, "1 h 02 min  exploring f\xc3\xbcr, 310 MB");
    assert_true (before > 100);
    text_clear (&t);
}

static void
numbers_are_short (void **state)
{
    (void) state;
    static const struct {
        uint64_t done;
        const char *said;
    } cases[] = {{0, "0"},          {999, "999"},         {1000, "1.00k"},
                 {9999, "10.0k"},   {99999, "100k"},      {999499, "999k"},
                 {999500, "1.00M"}, {UINT64_MAX, "18.4E"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct progress_view v = {
            .status = {.phase = "x", .unit = "u", .done = cases[i].done},
            .rate = -1};
        struct text t;
        text_init (&t);
        text_print (&t, "0 s  x: %s u", cases[i].said);
        tells (&v, 0, text_view (&t));
        text_clear (&t);
    }
}

static void
json_is_escaped (void **state)
{
    (void) state;
    struct progress_view v = {.status = {.phase = "reading \"\\\n"},
                              .rate = -1};
    struct text t;
    text_init (&t);
    progress_json (&v, &t);
    assert_string_equal (
        text_view (&t),
        "{\"progress\": \"0 s  reading \\\"\\\\\\n\", \"seconds\": "
        "0.0, \"phase\": \"reading \\\"\\\\\\n\"}\n");
    text_clear (&t);
}

/* Who was killed while it printed does not stop others for long. */
static void
a_lost_lock_is_taken (void **state)
{
    (void) state;
    struct progress_board *b = progress_board_new ();
    assert_non_null (b);
    assert_true (progress_board_try (b));
    assert_false (progress_board_try (b));
    progress_board_lock (b);
    progress_board_unlock (b);
    assert_true (progress_board_try (b));
    progress_board_free (b);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_is_told),
        cmocka_unit_test (what_is_not_known_is_not_told),
        cmocka_unit_test (it_fits),
        cmocka_unit_test (numbers_are_short),
        cmocka_unit_test (json_is_escaped),
        cmocka_unit_test (a_lost_lock_is_taken),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
