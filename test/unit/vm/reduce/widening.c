/* widening.c -- of globals with many values the bits that vary are forgotten,
 * whatever the order in which they were seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>

#include "vm/reduce/widening.h"
#include "vm/code/code.h"

static void
begin (struct vm_widening *b, struct vm_code *c)
{
    static const uint8_t one[4] = {1};
    struct vm_global g = {.size = 4, .initial = {one, sizeof one}};
    vm_code_init (c);
    VEC_PUSH (c->global, g);
    VEC_PUSH (c->global, g);
    vm_widening_init (b);
    vm_widening_begin (b, c);
}

static void
end (struct vm_widening *b, struct vm_code *c)
{
    vm_widening_clear (b);
    vm_code_clear (c);
}

static void
few_values_are_kept (void **state)
{
    (void) state;
    struct vm_widening b;
    struct vm_code c;
    begin (&b, &c);
    assert_int_equal (b.of.at[1].first, 1);
    for (int times = 0; times < 5; times++)
        for (uint64_t i = 0; i < VM_BLUR_VALUES; i++)
            vm_widening_note (&b, 1, i);
    assert_false (vm_widening_is_due (&b));
    assert_false (vm_widening_take (&b));
    assert_int_equal (b.of.at[1].mask, 0);
    end (&b, &c);
}

static void
low_bits_that_stay_are_kept (void **state)
{
    (void) state;
    static const uint64_t up[] = {3, 7, 11, 15}, down[] = {15, 3, 11, 7};
    for (int way = 0; way < 2; way++) {
        struct vm_widening b;
        struct vm_code c;
        begin (&b, &c);
        for (int i = 0; i < 4; i++)
            vm_widening_note (&b, 0, way ? up[i] : down[i]);
        assert_true (vm_widening_is_due (&b));
        assert_true (vm_widening_take (&b));
        assert_int_equal (b.of.at[0].mask, ~UINT64_C (3));
        assert_int_equal (b.of.at[1].mask, 0);
        end (&b, &c);
    }
}

static void
what_was_noted_is_forgotten_when_taken (void **state)
{
    (void) state;
    struct vm_widening b;
    struct vm_code c;
    begin (&b, &c);
    for (uint64_t i = 0; i < 8; i++)
        vm_widening_note (&b, 0, 4 * i);
    assert_true (vm_widening_take (&b));
    assert_false (vm_widening_is_due (&b));
    assert_false (vm_widening_take (&b));
    for (uint64_t i = 0; i < 4; i++)
        vm_widening_note (&b, 0, i);
    assert_true (vm_widening_take (&b));
    assert_int_equal (b.of.at[0].mask, UINT64_MAX);
    vm_widening_end (&b);
    assert_false (b.on);
    assert_false (vm_widening_is_due (&b));
    end (&b, &c);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (few_values_are_kept),
        cmocka_unit_test (low_bits_that_stay_are_kept),
        cmocka_unit_test (what_was_noted_is_forgotten_when_taken),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
