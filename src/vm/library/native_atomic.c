/* native_atomic.c -- atomic operations that compilers call as functions:
 * __atomic_* of one to eight bytes, and of objects of any size. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

#include <string.h>

/* Bits, from the digit that ends the name. */
static unsigned
name_bits (const struct vm_run *r)
{
    const char *name = native_name (r);
    unsigned bytes = (unsigned) (name[strlen (name) - 1] - '0');
    assert (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
    return bytes * 8;
}

NATIVE (native_atomic_load)
{
    (void) arguments;
    return vm_load (r, argument[0], name_bits (r), result);
}

NATIVE (native_atomic_store)
{
    (void) arguments, (void) result;
    return vm_store (r, argument[0], name_bits (r), argument[1]);
}

NATIVE (native_atomic_exchange)
{
    unsigned bits = name_bits (r);
    (void) arguments;
    TRY (vm_load (r, argument[0], bits, result));
    return vm_store (r, argument[0], bits, argument[1]);
}

/* Are they equal?  Chooses if that is not known. */
static enum vm_effect
values_equal (struct vm_run *r, struct vm_value a, struct vm_value b,
              bool *equal)
{
    enum vm_effect effect = VM_DONE;
    *equal = false;
    if (vm_is_known (a) && vm_is_known (b)) {
        *equal = vm_same (a, b);
        return VM_DONE;
    }
    uint64_t both = ~(a.unknown | b.unknown);
    if (a.object == b.object && (a.bits & both) == (b.bits & both))
        *equal = vm_decide (r, vm_unknown (1), &effect);
    return effect;
}

/* (object, expected, desired, ..): was it as expected?  Else that is set. */
NATIVE (native_atomic_compare_exchange)
{
    unsigned bits = name_bits (r);
    struct vm_value old, expected;
    bool equal;
    assert (arguments >= 3);
    (void) arguments;
    TRY (vm_load (r, argument[0], bits, &old));
    TRY (vm_load (r, argument[1], bits, &expected));
    TRY (values_equal (r, old, expected, &equal));
    *result = vm_number (equal);
    return equal ? vm_store (r, argument[0], bits, argument[2])
                 : vm_store (r, argument[1], bits, old);
}

/* *result is what was there; *new what is there now. */
static enum vm_effect
fetch (struct vm_run *r, const struct vm_value *argument, enum vm_op op,
       struct vm_value *result)
{
    unsigned bits = name_bits (r);
    TRY (vm_load (r, argument[0], bits, result));
    if (vm_binary_mixes (op, bits, *result, argument[1]))
        return vm_cut (r, "atomic arithmetic with an address");
    return vm_store (r, argument[0], bits,
                     vm_binary (op, bits, *result, argument[1]));
}

#define FETCH(name, op)                         \
    NATIVE (name)                               \
    {                                           \
        (void) arguments;                       \
        return fetch (r, argument, op, result); \
    }
FETCH (native_atomic_fetch_add, VM_ADD)
FETCH (native_atomic_fetch_sub, VM_SUB)
FETCH (native_atomic_fetch_and, VM_AND)
FETCH (native_atomic_fetch_or, VM_OR)
FETCH (native_atomic_fetch_xor, VM_XOR)

/* ---- of any size: (size, object, .., order) */

static enum vm_effect
size_of (struct vm_run *r, struct vm_value v, uint64_t *size)
{
    TRY (native_known (r, &v, native_word (r), "the size of an atomic"));
    *size = v.bits;
    return VM_DONE;
}

/* __atomic_load (size, object, to, order) */
NATIVE (native_atomic_load_any)
{
    uint64_t size;
    assert (arguments >= 3);
    (void) arguments, (void) result;
    TRY (size_of (r, argument[0], &size));
    return vm_copy (r, argument[2], argument[1], size);
}

/* __atomic_store (size, object, from, order) */
NATIVE (native_atomic_store_any)
{
    uint64_t size;
    assert (arguments >= 3);
    (void) arguments, (void) result;
    TRY (size_of (r, argument[0], &size));
    return vm_copy (r, argument[1], argument[2], size);
}

/* __atomic_exchange (size, object, from, to, order) */
NATIVE (native_atomic_exchange_any)
{
    uint64_t size;
    assert (arguments >= 4);
    (void) arguments, (void) result;
    TRY (size_of (r, argument[0], &size));
    TRY (vm_copy (r, argument[3], argument[1], size));
    return vm_copy (r, argument[1], argument[2], size);
}

/* __atomic_compare_exchange (size, object, expected, desired, ..) */
NATIVE (native_atomic_compare_exchange_any)
{
    uint64_t size;
    bool equal = true;
    assert (arguments >= 4);
    (void) arguments;
    TRY (size_of (r, argument[0], &size));
    /* By words, where they may be pointers. */
    unsigned step = size % (native_word (r) / 8) ? 1 : native_word (r) / 8;
    for (uint64_t i = 0; i < size && equal; i += step) {
        struct vm_value a, b;
        TRY (vm_load (r, native_at (r, argument[1], i), 8 * step, &a));
        TRY (vm_load (r, native_at (r, argument[2], i), 8 * step, &b));
        TRY (values_equal (r, a, b, &equal));
    }
    *result = vm_number (equal);
    return equal ? vm_copy (r, argument[1], argument[3], size)
                 : vm_copy (r, argument[2], argument[1], size);
}

/* atomic_is_lock_free */
NATIVE (native_is_lock_free)
{
    (void) r, (void) arguments;
    *result = vm_number (argument[0].bits <= 8);
    return VM_DONE;
}
