/* abstract_threads.c -- what is noted is known to the next search, each once, in one
 * order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>

#include "vm/reduce/abstract_threads.h"

static void
note (struct vm_abstract_threads *c, uint64_t key, const char *bytes,
      uint32_t size)
{
    vm_abstract_threads_note (c, key, (const uint8_t *) bytes, size);
}

static void
fresh_is_known_only_when_taken (void **state)
{
    (void) state;
    struct vm_abstract_threads c;
    uint32_t size;
    vm_abstract_threads_init (&c);
    assert_false (vm_abstract_threads_has_fresh (&c));
    note (&c, 7, "abcd", 4);
    assert_true (vm_abstract_threads_has_fresh (&c));
    assert_null (vm_abstract_threads_find (&c, 7, &size));
    vm_abstract_threads_take (&c);
    assert_false (vm_abstract_threads_has_fresh (&c));
    assert_non_null (vm_abstract_threads_find (&c, 7, &size));
    assert_int_equal (size, 1);
    assert_null (vm_abstract_threads_find (&c, 8, &size));
    assert_int_equal (size, 0);
    vm_abstract_threads_clear (&c);
}

static void
each_is_kept_once_and_in_order (void **state)
{
    (void) state;
    struct vm_abstract_threads c;
    uint32_t size;
    vm_abstract_threads_init (&c);
    for (int times = 0; times < 3; times++) {
        note (&c, 2, "zz", 2);
        note (&c, 1, "bbbb", 4);
        note (&c, 2, "aa", 2);
        note (&c, 2, "a", 1);
    }
    vm_abstract_threads_take (&c);
    const struct vm_band *b = vm_abstract_threads_find (&c, 2, &size);
    assert_int_equal (size, 3);
    assert_memory_equal (b[0].bytes, "a", 1);
    assert_memory_equal (b[1].bytes, "aa", 2);
    assert_memory_equal (b[2].bytes, "zz", 2);
    vm_abstract_threads_clear (&c);
}

static void
many_are_told_apart (void **state)
{
    (void) state;
    struct vm_abstract_threads c;
    uint32_t size, all = 0;
    vm_abstract_threads_init (&c);
    for (uint32_t times = 0; times < 2; times++)
        for (uint32_t i = 0; i < 5000; i++)
            vm_abstract_threads_note (&c, i % 10, (const uint8_t *) &i,
                                      sizeof i);
    vm_abstract_threads_take (&c);
    for (uint64_t key = 0; key < 10; key++) {
        vm_abstract_threads_find (&c, key, &size);
        all += size;
    }
    assert_int_equal (all, 5000);
    vm_abstract_threads_clear (&c);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (fresh_is_known_only_when_taken),
        cmocka_unit_test (each_is_kept_once_and_in_order),
        cmocka_unit_test (many_are_told_apart),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
