/* arith.c -- results with unknown bits cover what every way of knowing them
 * gives; and pointers keep their objects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "vm/exec/arith.h"

enum { ROUNDS = 20000, UNKNOWN_BITS = 6 };

static uint64_t
random_next (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C (0x2545f4914f6cdd1d);
}

/* A number of which at most `bits` bits are unknown, all of one kind. */
static struct vm_value
random_value (uint64_t *seed, unsigned width, unsigned bits, bool unwritten)
{
    uint64_t mask = vm_mask (width);
    struct vm_value v = vm_number (random_next (seed) & mask);
    switch (random_next (seed) % 4) {
    case 0:
        v.bits &= 15;
        break;
    case 1:
        v.bits = (v.bits & 15) + mask - 15;
        v.bits &= mask;
        break;
    default:
        break;
    }
    for (unsigned i = (unsigned) (random_next (seed) % (bits + 1)); i; i--)
        v.unknown |= UINT64_C (1) << random_next (seed) % width;
    v.bits = unwritten ? v.bits | v.unknown : v.bits & ~v.unknown;
    return v;
}

static unsigned
predecessors (struct vm_value v)
{
    return 1u << __builtin_popcountll (v.unknown);
}

static uint64_t
way (struct vm_value v, unsigned n)
{
    uint64_t bits = v.bits & ~v.unknown;
    for (uint64_t left = v.unknown; left; left &= left - 1, n >>= 1)
        if (n & 1)
            bits |= left & -left;
    return bits;
}

static void
assert_covers (struct vm_value v, uint64_t bits, unsigned width)
{
    assert_int_equal (v.bits & ~v.unknown, bits & ~v.unknown);
    assert_int_equal ((v.bits | v.unknown) & ~vm_mask (width), 0);
}

static int64_t
sign (uint64_t bits, unsigned width)
{
    return (int64_t) (bits << (64 - width)) >> (64 - width);
}

/* What C says; false: it says nothing. */
static bool
reference (enum vm_op op, unsigned width, uint64_t a, uint64_t b,
           uint64_t *result)
{
    int64_t x = sign (a, width), y = sign (b, width);
    bool least = y == -1 && x == sign (UINT64_C (1) << (width - 1), width);
    switch (op) {
    case VM_ADD:
        *result = a + b;
        return true;
    case VM_SUB:
        *result = a - b;
        return true;
    case VM_MUL:
        *result = a * b;
        return true;
    case VM_UDIV:
        *result = b ? a / b : 0;
        return b;
    case VM_UREM:
        *result = b ? a % b : 0;
        return b;
    case VM_SDIV:
        *result = b && !least ? (uint64_t) (x / y) : 0;
        return b && !least;
    case VM_SREM:
        *result = b && !least ? (uint64_t) (x % y) : 0;
        return b && !least;
    case VM_SHL:
        *result = b < width ? a << b : 0;
        return b < width;
    case VM_LSHR:
        *result = b < width ? a >> b : 0;
        return b < width;
    case VM_ASHR:
        *result = b < width ? (uint64_t) (x >> b) : 0;
        return b < width;
    case VM_AND:
        *result = a & b;
        return true;
    case VM_OR:
        *result = a | b;
        return true;
    default:
        *result = a ^ b;
        return true;
    }
}

static void
check_binary (enum vm_op op, unsigned width, struct vm_value a,
              struct vm_value b)
{
    struct vm_value v = vm_binary (op, width, a, b);
    uint64_t bits;
    for (unsigned i = 0; i < predecessors (a); i++)
        for (unsigned k = 0; k < predecessors (b); k++)
            if (reference (op, width, way (a, i), way (b, k), &bits))
                assert_covers (v, bits & vm_mask (width), width);
    if (!a.unknown && !b.unknown
        && reference (op, width, a.bits, b.bits, &bits))
        assert_int_equal (v.unknown, 0);
    if (v.unknown && vm_is_unwritten (a) && vm_is_unwritten (b))
        assert_true (vm_is_unwritten (v));
    if (!vm_is_unwritten (a) && !vm_is_unwritten (b))
        assert_false (vm_is_unwritten (v));
}

static void
binary_covers_all_ways (void **state)
{
    uint64_t seed = 1;
    (void) state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        static const unsigned widths[] = {1, 7, 8, 16, 32, 33, 64};
        unsigned width = widths[random_next (&seed) % 7];
        bool unwritten = random_next (&seed) % 4 == 0;
        struct vm_value a =
            random_value (&seed, width, UNKNOWN_BITS / 2, unwritten);
        struct vm_value b =
            random_value (&seed, width, UNKNOWN_BITS / 2, unwritten);
        enum vm_op op = (enum vm_op) (random_next (&seed) % (VM_XOR + 1));
        if (op >= VM_SHL && op <= VM_ASHR)
            b = vm_number (random_next (&seed) % (width + 2) & vm_mask (width));
        check_binary (op, width, a, b);
    }
}

static bool
ordered (enum vm_compare how, unsigned width, uint64_t a, uint64_t b)
{
    int64_t x = sign (a, width), y = sign (b, width);
    switch (how) {
    case VM_EQ:
        return a == b;
    case VM_NE:
        return a != b;
    case VM_UGT:
        return a > b;
    case VM_UGE:
        return a >= b;
    case VM_ULT:
        return a < b;
    case VM_ULE:
        return a <= b;
    case VM_SGT:
        return x > y;
    case VM_SGE:
        return x >= y;
    case VM_SLT:
        return x < y;
    default:
        return x <= y;
    }
}

static void
compare_covers_all_ways (void **state)
{
    uint64_t seed = 2;
    unsigned decided = 0;
    (void) state;
    for (unsigned n = 0; n < ROUNDS; n++) {
        unsigned width = 1 + (unsigned) (random_next (&seed) % 64);
        struct vm_value a = random_value (&seed, width, 3, n % 5 == 0);
        struct vm_value b = random_value (&seed, width, 3, n % 7 == 0);
        enum vm_compare how = (enum vm_compare) (random_next (&seed) % 10);
        struct vm_value v = vm_compare (how, width, a, b);
        for (unsigned i = 0; i < predecessors (a); i++)
            for (unsigned k = 0; k < predecessors (b); k++)
                assert_covers (v, ordered (how, width, way (a, i), way (b, k)),
                               1);
        decided += !v.unknown;
    }
    assert_true (decided > ROUNDS / 2);
}

static void
casts_cover_all_ways (void **state)
{
    uint64_t seed = 3;
    (void) state;
    for (unsigned n = 0; n < ROUNDS; n++) {
        unsigned from = 1 + (unsigned) (random_next (&seed) % 64);
        unsigned to = 1 + (unsigned) (random_next (&seed) % 64);
        struct vm_value a =
            random_value (&seed, from, UNKNOWN_BITS, n % 3 == 0);
        enum vm_op op = to < from ? VM_TRUNC : n % 2 ? VM_ZEXT : VM_SEXT;
        struct vm_value v = vm_cast (op, from, to, a);
        for (unsigned i = 0; i < predecessors (a); i++) {
            uint64_t bits = way (a, i);
            if (op == VM_SEXT)
                bits = (uint64_t) sign (bits, from);
            assert_covers (v, bits & vm_mask (to), to);
        }
        assert_int_equal (op == VM_ZEXT && v.unknown != a.unknown, 0);
    }
}

static void
low_bits_stay_known (void **state)
{
    struct vm_value a = {.bits = 3, .unknown = 0xf0};
    (void) state;
    assert_int_equal (vm_binary (VM_ADD, 32, a, vm_number (1)).unknown & 15, 0);
    assert_int_equal (vm_binary (VM_ADD, 32, a, vm_number (1)).bits & 15, 4);
    assert_int_equal (vm_binary (VM_MUL, 32, a, vm_number (2)).unknown & 15, 0);
    assert_int_equal (vm_binary (VM_UREM, 32, a, vm_number (16)).bits, 3);
    assert_int_equal (vm_binary (VM_AND, 32, a, vm_number (15)).unknown, 0);
}

static void
pointers_keep_their_objects (void **state)
{
    vm_id id = vm_id_of (VM_HEAP, 1), other = vm_id_of (VM_HEAP, 2);
    struct vm_value p = vm_pointer (id, 20), q = vm_pointer (id, 8);
    (void) state;
    struct vm_value v = vm_binary (VM_ADD, 64, p, vm_number (4));
    assert_true (vm_same (v, vm_pointer (id, 24)));
    v = vm_binary (VM_SUB, 64, p, q);
    assert_true (vm_same (v, vm_number (12)));
    v = vm_binary (VM_AND, 64, p, vm_number (15));
    assert_true (vm_same (v, vm_number (4)));
    v = vm_binary (VM_AND, 64, p, vm_number (~UINT64_C (15)));
    assert_true (vm_same (v, vm_pointer (id, 16)));
    v = vm_binary (VM_OR, 64, p, vm_number (1));
    assert_true (vm_same (v, vm_pointer (id, 21)));
    assert_true (vm_binary_mixes (VM_SUB, 64, p, vm_pointer (other, 0)));
    assert_true (vm_binary_mixes (VM_SUB, 64, vm_number (3), p));
    assert_true (vm_binary_mixes (VM_ADD, 64, p, q));
    assert_true (vm_binary_mixes (VM_MUL, 64, p, vm_number (2)));
    assert_true (vm_binary_mixes (VM_AND, 64, p, vm_number (0xff)));
    assert_true (vm_binary_mixes (VM_LSHR, 64, p, vm_number (3)));
    struct vm_value gone = vm_pointer (vm_id_of (VM_GONE, 0), 0);
    assert_true (vm_binary_mixes (VM_SUB, 64, gone, gone));
    assert_int_equal (vm_compare (VM_UGT, 64, p, q).bits, 1);
    assert_int_equal (
        vm_compare (VM_ULT, 64, vm_pointer (id, UINT64_MAX), q).bits, 1);
}

static uint64_t
bits_of (double d)
{
    union {
        double d;
        uint64_t bits;
    } u = {.d = d};
    return u.bits;
}

static void
floats_are_exact (void **state)
{
    (void) state;
    struct vm_value a = vm_number (bits_of (0.1)),
                    b = vm_number (bits_of (0.2));
    assert_int_equal (vm_float_binary (VM_FADD, 64, a, b).bits,
                      bits_of (0.1 + 0.2));
    assert_int_equal (vm_float_compare (4, 64, a, b).bits, 1); /* less */
    assert_int_equal (vm_float_compare (1, 64, a, b).bits, 0);
    struct vm_value nan =
        vm_float_binary (VM_FDIV, 64, vm_number (0), vm_number (0));
    assert_int_equal (vm_float_compare (8, 64, nan, a).bits, 1);
    assert_int_equal (
        vm_float_cast (VM_FPTOSI, 64, 32, vm_number (bits_of (-3.7))).bits,
        (uint32_t) -3);
    assert_int_equal (
        vm_float_cast (VM_FPTOSI, 64, 32, vm_number (bits_of (1e20))).unknown,
        UINT32_MAX);
    assert_true (
        vm_is_unwritten (vm_float_binary (VM_FADD, 64, a, vm_unwritten (64))));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (binary_covers_all_ways),
        cmocka_unit_test (compare_covers_all_ways),
        cmocka_unit_test (casts_cover_all_ways),
        cmocka_unit_test (low_bits_stay_known),
        cmocka_unit_test (pointers_keep_their_objects),
        cmocka_unit_test (floats_are_exact),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
