/* ledger.c -- states of items under random treatment; order of open ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "team/pool/ledger.h"

static uint32_t
enter (struct ledger *l, uint32_t n)
{
    struct bytes item = {(const uint8_t *) &n, sizeof n};
    return ledger_enter (l, digest_of (item), item);
}

static void
urgent_then_rank_then_age (void **state)
{
    (void) state;
    struct ledger l;
    ledger_init (&l);
    uint32_t a = enter (&l, 1), b = enter (&l, 2), c = enter (&l, 3),
             d = enter (&l, 4);
    assert_int_equal (enter (&l, 1), a);
    ledger_want (&l, d, 5);
    ledger_want (&l, c, 5);
    ledger_want (&l, b, 9);
    ledger_want (&l, a, 9);
    ledger_want (&l, b, 1); /* sooner counts */
    ledger_want (&l, c, 7); /* later does not */
    assert_false (ledger_urge (&l, a));
    const uint32_t expected[] = {a, b, c, d};
    assert_int_equal (l.open, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal (ledger_best (&l), expected[i]);
        ledger_hand (&l, expected[i]);
        assert_true (ledger_sound (&l));
    }
    assert_int_equal (ledger_best (&l), LEDGER_NONE);
    assert_true (ledger_urge (&l, c)); /* handed out already */
    ledger_return (&l, d);
    ledger_return (&l, c);
    assert_int_equal (ledger_best (&l), c);
    ledger_clear (&l);
}

static void
forgotten_and_blamed (void **state)
{
    (void) state;
    struct ledger l;
    ledger_init (&l);
    uint32_t a = enter (&l, 1), b = enter (&l, 2), c = enter (&l, 3);
    ledger_want (&l, a, 1);
    ledger_want (&l, b, 2);
    ledger_urge (&l, c);
    ledger_hand (&l, a);
    ledger_forget (&l);
    assert_int_equal (ledger_item (&l, b)->state, LEDGER_DROPPED);
    assert_int_equal (ledger_best (&l), c);
    ledger_return (&l, a); /* nobody needs it */
    assert_int_equal (ledger_item (&l, a)->state, LEDGER_DROPPED);
    assert_true (ledger_sound (&l));

    /* Only wanted: not given again.  Urgent: only alone. */
    ledger_want (&l, a, 1);
    ledger_hand (&l, a);
    ledger_blame (&l, a);
    ledger_return (&l, a);
    assert_int_equal (ledger_item (&l, a)->state, LEDGER_DROPPED);
    ledger_want (&l, a, 0);
    assert_int_equal (l.alone.size, 0);
    ledger_urge (&l, a);
    assert_int_equal (l.alone.size, 1);
    assert_int_equal (ledger_best (&l), c);
    assert_true (ledger_sound (&l));
    ledger_hand (&l, a);
    assert_int_equal (l.alone.size, 0);
    ledger_close (&l, a);
    ledger_return (&l, a);
    ledger_release (&l, a);
    assert_true (ledger_sound (&l));
    ledger_clear (&l);
}

static void
sound_whatever_happens (void **state)
{
    (void) state;
    enum { ITEMS = 30, MOVES = 20000 };
    struct ledger l;
    ledger_init (&l);
    srand (1);
    for (int k = 0; k < MOVES; k++) {
        uint32_t i = enter (&l, (uint32_t) (rand () % ITEMS + k / 200));
        struct ledger_item *it = ledger_item (&l, i);
        bool open = it->state == LEDGER_OPEN, held = it->holders;
        bool closed = it->state == LEDGER_CLOSED;
        switch (rand () % 8) {
        case 0:
            if (!closed && rand () % 4 == 0)
                ledger_urge (&l, i);
            break;
        case 1:
        case 2:
            ledger_want (&l, i, (uint64_t) rand () % 9);
            break;
        case 3:
            if (rand () % 8 == 0)
                ledger_forget (&l);
            break;
        case 4:
        case 5:
            if (open || (held && !closed))
                ledger_hand (&l, i);
            break;
        case 6:
            if (held) {
                if (rand () % 4 == 0)
                    ledger_blame (&l, i);
                ledger_return (&l, i);
            }
            break;
        case 7:
            if (held && !closed) {
                ledger_close (&l, i);
                ledger_return (&l, i);
            }
            break;
        }
        assert_true (ledger_sound (&l));
        uint32_t best = ledger_best (&l);
        assert_int_equal (best == LEDGER_NONE, l.open == 0);
    }
    ledger_clear (&l);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (urgent_then_rank_then_age),
        cmocka_unit_test (forgotten_and_blamed),
        cmocka_unit_test (sound_whatever_happens),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
