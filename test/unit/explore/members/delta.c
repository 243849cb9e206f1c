/* States of a batch told by their differences: what is written is read again,
 * and whatever else comes is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "explore/members/delta.h"

enum { STATES = 4000, MOST = 300 };

static uint64_t
draw (uint64_t *random, uint64_t below)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (*random >> 33) % below;
}

/* A few bytes change, now and then some come or go. */
static size_t
state_step (uint8_t *state, size_t size, uint64_t *random)
{
    for (uint64_t n = draw (random, 5); n && size; n--)
        state[draw (random, size)] = (uint8_t) draw (random, 3);
    size_t at = draw (random, size + 1), some = 1 + draw (random, 20);
    if (!draw (random, 6) && size + some <= MOST) {
        memmove (state + at + some, state + at, size - at);
        memset (state + at, 7, some);
        size += some;
    } else if (!draw (random, 6) && size > at + some) {
        memmove (state + at, state + at + some, size - at - some);
        size -= some;
    }
    return size;
}

static void
states_are_read_as_they_were_written (void **context)
{
    (void) context;
    uint64_t random = 5;
    uint8_t state[MOST] = {1, 2, 3};
    size_t size = 3;
    struct buffer plain = {0}, batch = {0}, before = {0};
    for (int i = 0; i < STATES; i++) {
        size = state_step (state, size, &random);
        buffer_bytes (&plain, (struct bytes) {state, size});
        delta_write (&batch, &before, (struct bytes) {state, size});
    }
    assert_in_range (batch.size, 1, plain.size / 3);
    struct reader all, r;
    reader_init (&all, buffer_view (&plain));
    reader_init (&r, buffer_view (&batch));
    buffer_reset (&before);
    while (all.at != all.end) {
        assert_true (delta_read (&r, &before));
        assert_true (bytes_equal (buffer_view (&before), reader_bytes (&all)));
    }
    assert_true (reader_done (&r));
    buffer_clear (&plain);
    buffer_clear (&batch);
    buffer_clear (&before);
}

/* One after the other until it is refused, or nothing is left. */
static bool
batch_read (const uint8_t *batch, size_t size)
{
    struct buffer before = {0};
    struct reader r;
    reader_init (&r, (struct bytes) {batch, size});
    while (r.at != r.end && delta_read (&r, &before))
        assert_true (before.size > 0);
    buffer_clear (&before);
    return !r.failed;
}

static void
what_is_malformed_is_refused (void **context)
{
    (void) context;
    static const uint8_t good[] = {3, 0, 0, 3, 'a', 'b', 'c', 3, 1, 1, 'x', 1};
    assert_true (batch_read (good, sizeof good));
    for (size_t size = 1; size < sizeof good; size++)
        assert_int_equal (batch_read (good, size), size == 7);
    static const uint8_t bad[][8] = {
        {0, 0},                    /* no state is empty */
        {9, 0, 0, 9, 'a'},         /* more than there is */
        {255, 255, 255, 255, 7},   /* more than any state has */
        {3, 1, 0, 3, 'a', 'b'},    /* a seam beyond what was before */
        {2, 0, 0, 3, 'a', 'b'},    /* beyond its end */
        {2, 0, 3, 'a', 'b'},       /* the same, of equal ones */
        {2, 0, 0, 0, 2, 'a', 'b'}, /* none that differ */
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false (batch_read (bad[i], sizeof *bad));
    uint64_t random = 9;
    for (int i = 0; i < STATES; i++) {
        uint8_t any[40];
        for (size_t at = 0; at < sizeof any; at++)
            any[at] = (uint8_t) draw (&random, draw (&random, 2) ? 256 : 6);
        batch_read (any, sizeof any);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (states_are_read_as_they_were_written),
        cmocka_unit_test (what_is_malformed_is_refused),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
