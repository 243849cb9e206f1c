/* split.c -- blocks have all numbers that fit a comparison, each once, and no
 * others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdint.h>

#include "vm/exec/arith.h"
#include "vm/exec/run.h"
#include "vm/reduce/split.h"

static bool
has (struct vm_value block, uint64_t x)
{
    return !((block.bits ^ x) & ~block.unknown);
}

static void
check_all (struct vm_value v, enum vm_compare how, unsigned width,
           uint64_t with)
{
    uint32_t count = vm_split_count (v, how, width, with);
    for (uint64_t x = 0; x <= vm_mask (width); x++) {
        bool holds =
            vm_compare (how, width, vm_number (x), vm_number (with)).bits;
        uint32_t found = 0;
        for (uint32_t n = 0; n < count; n++)
            found += has (vm_split_take (v, how, width, with, n), x);
        assert_int_equal (found, has (v, x) && holds);
    }
}

static void
blocks_are_what_fits (void **state)
{
    (void) state;
    for (unsigned width = 1; width <= 4; width++)
        for (uint64_t unknown = 0; unknown <= vm_mask (width); unknown++)
            for (uint64_t bits = 0; bits <= vm_mask (width); bits++)
                for (int how = VM_EQ; how <= VM_SLE; how++)
                    for (uint64_t with = 0; with <= vm_mask (width); with++)
                        if (!(bits & unknown))
                            check_all ((struct vm_value) {bits, unknown, 0},
                                       (enum vm_compare) how, width, with);
}

static void
wide_numbers_have_few (void **state)
{
    (void) state;
    struct vm_value any = vm_unknown (32);
    assert_int_equal (vm_split_count (any, VM_NE, 32, 0), 32);
    assert_int_equal (vm_split_count (any, VM_SLE, 32, 10), 4);
    assert_int_equal (vm_split_count (vm_unknown (64), VM_ULT, 64, 0), 0);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (blocks_are_what_fits),
        cmocka_unit_test (wide_numbers_have_few),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
