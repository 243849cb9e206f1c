/* native_math.c -- functions of numbers: exact if all is known, else an
 * unknown number. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

#include <math.h>
#include <string.h>

static bool
all_known (const struct vm_value *argument, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!vm_is_known (argument[i]) || argument[i].object)
            return false;
    return true;
}

static double
double_of (struct vm_value v)
{
    double x;
    memcpy (&x, &v.bits, sizeof x);
    return x;
}

static float
float_of (struct vm_value v)
{
    float x;
    uint32_t bits = (uint32_t) v.bits;
    memcpy (&x, &bits, sizeof x);
    return x;
}

static struct vm_value
of_double (double x)
{
    uint64_t bits;
    memcpy (&bits, &x, sizeof bits);
    return vm_number (bits);
}

static struct vm_value
of_float (float x)
{
    uint32_t bits;
    memcpy (&bits, &x, sizeof bits);
    return vm_number (bits);
}

/* What the function said to errno is said to the program's. */
static enum vm_effect
math_end (struct vm_run *r)
{
    int error = errno;
    errno = 0;
    return error ? errno_set (r, error) : VM_DONE;
}

/* What the first `count` arguments give, if they are known. */
#define RESULT(count, value, width) \
    (*result = all_known (argument, count) ? (value) : vm_unknown (width))
#define DOUBLE(i) double_of (argument[i])
#define FLOAT(i) float_of (argument[i])

#define MATH(name, count, value, width) \
    NATIVE (native_##name)              \
    {                                   \
        (void) arguments, errno = 0;    \
        RESULT (count, value, width);   \
        return math_end (r);            \
    }
#define MATH_1(name)                                  \
    MATH (name, 1, of_double (name (DOUBLE (0))), 64) \
    MATH (name##f, 1, of_float (name##f (FLOAT (0))), 32)
#define MATH_2(name)                                              \
    MATH (name, 2, of_double (name (DOUBLE (0), DOUBLE (1))), 64) \
    MATH (name##f, 2, of_float (name##f (FLOAT (0), FLOAT (1))), 32)
VM_MATH_1 (MATH_1)
VM_MATH_2 (MATH_2)

/* These leave errno alone. */
#define EXACT(name, count, value, width) \
    NATIVE (native_##name)               \
    {                                    \
        (void) arguments, (void) r;      \
        RESULT (count, value, width);    \
        return VM_DONE;                  \
    }
EXACT (fma, 3, of_double (fma (DOUBLE (0), DOUBLE (1), DOUBLE (2))), 64)
EXACT (fmaf, 3, of_float (fmaf (FLOAT (0), FLOAT (1), FLOAT (2))), 32)
/* ldexp (x, int) */
EXACT (ldexp, 2,
       of_double (ldexp (DOUBLE (0), (int) (uint32_t) argument[1].bits)), 64)

/* To a number of the word's width. */
#define TO_WORD(name)                                               \
    NATIVE (native_##name)                                          \
    {                                                               \
        unsigned word = native_word (r);                            \
        (void) arguments;                                           \
        RESULT (1, vm_number ((uint64_t) name (DOUBLE (0))), word); \
        result->bits &= vm_mask (word);                             \
        return VM_DONE;                                             \
    }
TO_WORD (lround)
TO_WORD (lrint)

/* ---- products that leave 64 bits: 1 bit */

#define PRODUCT_OVERFLOW(name, type)                                        \
    NATIVE (native_##name)                                                  \
    {                                                                       \
        type product, x = (type) argument[0].bits,                          \
                      y = (type) argument[1].bits;                          \
        (void) arguments, (void) r;                                         \
        RESULT (2, vm_number (__builtin_mul_overflow (x, y, &product)), 1); \
        return VM_DONE;                                                     \
    }
PRODUCT_OVERFLOW (umul_overflow, uint64_t)
PRODUCT_OVERFLOW (smul_overflow, int64_t)

/* ---- bits: (value, width) */

static unsigned
width_of (struct vm_value v)
{
    assert (vm_is_known (v) && v.bits >= 1 && v.bits <= 64);
    return (unsigned) v.bits;
}

/* The same permutation of bits of all that a value is. */
static enum vm_effect
permute (struct vm_run *r, const struct vm_value *argument, unsigned unit,
         struct vm_value *result)
{
    unsigned width = width_of (argument[1]);
    if (argument[0].object)
        return vm_cut (r, "the bits of an address are turned round");
    *result = vm_number (0);
    for (unsigned i = 0; i < width; i += unit) {
        uint64_t mask = vm_mask (unit);
        result->bits |= (argument[0].bits >> i & mask) << (width - unit - i);
        result->unknown |= (argument[0].unknown >> i & mask)
                           << (width - unit - i);
    }
    return VM_DONE;
}

NATIVE (native_bswap)
{
    (void) arguments;
    return permute (r, argument, 8, result);
}

NATIVE (native_bitreverse)
{
    (void) arguments;
    return permute (r, argument, 1, result);
}

static enum vm_effect
count_bits (const struct vm_value *argument,
            unsigned (*count) (uint64_t, unsigned), struct vm_value *result)
{
    unsigned width = width_of (argument[1]);
    *result = all_known (argument, 1)
                  ? vm_number (count (argument[0].bits, width))
                  : vm_unknown (width < 7 ? width : 7);
    return VM_DONE;
}

static unsigned
count_ones (uint64_t x, unsigned width)
{
    (void) width;
    return (unsigned) __builtin_popcountll (x);
}

static unsigned
count_leading (uint64_t x, unsigned width)
{
    return x ? (unsigned) __builtin_clzll (x) - (64 - width) : width;
}

static unsigned
count_trailing (uint64_t x, unsigned width)
{
    return x ? (unsigned) __builtin_ctzll (x) : width;
}

NATIVE (native_ctpop)
{
    (void) arguments, (void) r;
    return count_bits (argument, count_ones, result);
}

NATIVE (native_ctlz)
{
    (void) arguments, (void) r;
    return count_bits (argument, count_leading, result);
}

NATIVE (native_cttz)
{
    (void) arguments, (void) r;
    return count_bits (argument, count_trailing, result);
}

/* ---- llvm.is.fpclass (value, mask, width) */

static unsigned
class_of (double x, bool quiet)
{
    bool minus = signbit (x);
    switch (fpclassify (x)) {
    case FP_NAN:
        return quiet ? 2 : 1;
    case FP_INFINITE:
        return minus ? 4 : 512;
    case FP_NORMAL:
        return minus ? 8 : 256;
    case FP_SUBNORMAL:
        return minus ? 16 : 128;
    default:
        return minus ? 32 : 64;
    }
}

static unsigned
class_of_float (float x, bool quiet)
{
    /* As a double a subnormal float is normal. */
    if (fpclassify (x) == FP_SUBNORMAL)
        return signbit (x) ? 16 : 128;
    return class_of ((double) x, quiet);
}

NATIVE (native_fpclass)
{
    (void) arguments, (void) r;
    *result = vm_unknown (1);
    if (!all_known (argument, 3))
        return VM_DONE;
    uint64_t bits = argument[0].bits;
    unsigned class =
        argument[2].bits == 32
            ? class_of_float (float_of (argument[0]), bits >> 22 & 1)
            : class_of (double_of (argument[0]), bits >> 51 & 1);
    *result = vm_number ((argument[1].bits & class) != 0);
    return VM_DONE;
}
