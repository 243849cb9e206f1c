/* float.c -- floats of the C machine: as the host computes them, round to
 * nearest.  A NaN is always the same one, whatever made it. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "vm/exec/arith.h"

static double
as_double (unsigned width, uint64_t bits)
{
    assert (width == 32 || width == 64);
    if (width == 32) {
        uint32_t small = (uint32_t) bits;
        float f;
        memcpy (&f, &small, sizeof f);
        return (double) f;
    }
    double d;
    memcpy (&d, &bits, sizeof d);
    return d;
}

static uint64_t
as_bits (unsigned width, double d)
{
    assert (width == 32 || width == 64);
    if (isnan (d))
        return width == 32 ? 0x7fc00000 : UINT64_C (0x7ff8000000000000);
    if (width == 32) {
        float f = (float) d;
        uint32_t small;
        memcpy (&small, &f, sizeof small);
        return small;
    }
    uint64_t bits;
    memcpy (&bits, &d, sizeof bits);
    return bits;
}

static struct vm_value
any (unsigned width, bool unwritten)
{
    return unwritten ? vm_unwritten (width) : vm_unknown (width);
}

/* Two floats in double and rounded once are what float arithmetic gives (a
 * double has more than twice the digits). */
static double
compute (enum vm_op op, double a, double b)
{
    switch (op) {
    case VM_FADD:
        return a + b;
    case VM_FSUB:
        return a - b;
    case VM_FMUL:
        return a * b;
    case VM_FDIV:
        return a / b;
    default:
        assert (op == VM_FREM);
        return fmod (a, b);
    }
}

struct vm_value
vm_float_binary (enum vm_op op, unsigned width, struct vm_value a,
                 struct vm_value b)
{
    uint64_t sign = UINT64_C (1) << (width - 1);
    if (op == VM_FNEG) {
        a.bits ^= sign & ~a.unknown;
        return a;
    }
    if (a.unknown || b.unknown)
        return any (width, vm_is_unwritten (a) || vm_is_unwritten (b));
    double x = as_double (width, a.bits), y = as_double (width, b.bits);
    return vm_number (as_bits (width, compute (op, x, y)));
}

/* LLVM's numbers: bit 0 equal, 1 greater, 2 less, 3 unordered. */
struct vm_value
vm_float_compare (unsigned predicate, unsigned width, struct vm_value a,
                  struct vm_value b)
{
    assert (predicate < 16);
    if (predicate == 0 || predicate == 15)
        return vm_number (predicate == 15);
    if (a.unknown || b.unknown)
        return any (1, vm_is_unwritten (a) || vm_is_unwritten (b));
    double x = as_double (width, a.bits), y = as_double (width, b.bits);
    unsigned is = isnan (x) || isnan (y) ? 8 : x < y ? 4 : x > y ? 2 : 1;
    return vm_number ((predicate & is) != 0);
}

static struct vm_value
to_integer (enum vm_op op, unsigned to, double d)
{
    bool sign = op == VM_FPTOSI;
    double end = ldexp (1.0, (int) to - (sign ? 1 : 0));
    d = trunc (d);
    if (isnan (d) || d >= end || d < (sign ? -end : 0.0))
        return vm_unknown (to);
    uint64_t bits = sign ? (uint64_t) (int64_t) d : (uint64_t) d;
    return vm_number (bits & vm_mask (to));
}

static uint64_t
from_integer (enum vm_op op, unsigned from, unsigned to, uint64_t bits)
{
    int64_t number = vm_signed (bits, from);
    if (to == 32) { /* rounded once */
        float f = op == VM_UITOFP ? (float) bits : (float) number;
        return as_bits (32, (double) f);
    }
    return as_bits (to, op == VM_UITOFP ? (double) bits : (double) number);
}

struct vm_value
vm_float_cast (enum vm_op op, unsigned from, unsigned to, struct vm_value v)
{
    if (v.unknown)
        return any (to, vm_is_unwritten (v));
    switch (op) {
    case VM_FPTOUI:
    case VM_FPTOSI:
        return to_integer (op, to, as_double (from, v.bits));
    case VM_UITOFP:
    case VM_SITOFP:
        return vm_number (from_integer (op, from, to, v.bits));
    default:
        assert (op == VM_FPTRUNC || op == VM_FPEXT);
        return vm_number (as_bits (to, as_double (from, v.bits)));
    }
}
