/* arith.c -- numbers with unknown bits: what a result's bits can still be.
 *
 * Addition follows the carries that are possible (as LLVM's KnownBits does);
 * multiplication and division know what the low bits, or a power of two, tell.
 * Every unknown bit of a result is one that was never written if such a bit
 * went into it. */
#include "vm/exec/arith.h"

#include <assert.h>
#include <string.h>

/* What a number may be: the least and the greatest, bit by bit. */
static inline uint64_t
least (struct vm_value v)
{
    return v.bits & ~v.unknown;
}

static inline uint64_t
most (struct vm_value v)
{
    return v.bits | v.unknown;
}

static inline uint64_t
unwritten (struct vm_value v)
{
    return v.bits & v.unknown;
}

/* `bits` where they are known, the rest tainted by both operands. */
static struct vm_value
tainted (uint64_t bits, uint64_t unknown, struct vm_value a, struct vm_value b)
{
    bool taint = unwritten (a) || unwritten (b);
    return (struct vm_value) {.bits = (bits & ~unknown) | (taint ? unknown : 0),
                              .unknown = unknown};
}

static struct vm_value
bitwise (enum vm_op op, struct vm_value a, struct vm_value b)
{
    uint64_t unknown = a.unknown | b.unknown, bits;
    if (op == VM_AND) {
        unknown &= most (a) & most (b);
        bits = least (a) & least (b);
    } else if (op == VM_OR) {
        unknown &= ~(least (a) | least (b));
        bits = least (a) | least (b);
    } else
        bits = (a.bits ^ b.bits) & ~unknown;
    bits |= (unwritten (a) | unwritten (b)) & unknown;
    return (struct vm_value) {.bits = bits, .unknown = unknown};
}

/* a + b + carry; of the second what it can be at least and at most. */
static struct vm_value
sum (uint64_t mask, struct vm_value a, struct vm_value b, uint64_t b_least,
     uint64_t b_most, uint64_t carry)
{
    uint64_t high = most (a) + b_most + carry;
    uint64_t low = least (a) + b_least + carry;
    uint64_t no_carry = ~(high ^ ~most (a) ^ ~b_most);
    uint64_t has_carry = low ^ least (a) ^ b_least;
    uint64_t unknown = (a.unknown | b.unknown | ~(no_carry | has_carry)) & mask;
    return tainted (low & mask, unknown, a, b);
}

/* All bits that a number up to this one may have. */
static uint64_t
reaching (uint64_t greatest)
{
    return greatest ? UINT64_MAX >> __builtin_clzll (greatest) : 0;
}

static struct vm_value
product (uint64_t mask, struct vm_value a, struct vm_value b)
{
    if ((!a.unknown && !a.bits) || (!b.unknown && !b.bits))
        return vm_number (0);
    uint64_t either = a.unknown | b.unknown, greatest;
    /* Bits below the lowest unknown one do not depend on it. */
    uint64_t known = (either & -either) - 1;
    if (!either)
        known = UINT64_MAX;
    if (!__builtin_mul_overflow (most (a), most (b), &greatest))
        known |= ~reaching (greatest);
    return tainted (a.bits * b.bits & known & mask, mask & ~known, a, b);
}

static bool
is_power (struct vm_value v)
{
    return !v.unknown && v.bits && !(v.bits & (v.bits - 1));
}

int64_t
vm_signed (uint64_t bits, unsigned width)
{
    assert (width >= 1 && width <= 64);
    unsigned shift = 64 - width;
    return (int64_t) (bits << shift) >> shift;
}

static uint64_t
divide (enum vm_op op, unsigned width, uint64_t a, uint64_t b)
{
    assert (b);
    int64_t x = vm_signed (a, width), y = vm_signed (b, width);
    switch (op) {
    case VM_UDIV:
        return a / b;
    case VM_UREM:
        return a % b;
    case VM_SDIV: /* the least number by -1 wraps */
        return y == -1 ? -(uint64_t) x : (uint64_t) (x / y);
    default:
        return y == -1 ? 0 : (uint64_t) (x % y);
    }
}

/* The greatest that a / b, or a % b, can be. */
static uint64_t
quotient_most (enum vm_op op, struct vm_value a, struct vm_value b)
{
    uint64_t below = most (b) ? most (b) - 1 : 0;
    if (op == VM_UDIV)
        return least (b) ? most (a) / least (b) : most (a);
    return below < most (a) ? below : most (a);
}

static struct vm_value
quotient (enum vm_op op, unsigned width, struct vm_value a, struct vm_value b)
{
    uint64_t mask = vm_mask (width), sign = UINT64_C (1) << (width - 1);
    if (!((most (a) | most (b)) & sign)) /* no sign matters */
        op = op == VM_SDIV ? VM_UDIV : op == VM_SREM ? VM_UREM : op;
    if (!a.unknown && !b.unknown && b.bits)
        return vm_number (divide (op, width, a.bits, b.bits) & mask);
    if (is_power (b) && op == VM_UREM)
        return bitwise (VM_AND, a, vm_number (b.bits - 1));
    if (is_power (b) && op == VM_UDIV) {
        int by = __builtin_ctzll (b.bits);
        return (struct vm_value) {.bits = a.bits >> by,
                                  .unknown = a.unknown >> by};
    }
    if (op == VM_UDIV || op == VM_UREM)
        mask &= reaching (quotient_most (op, a, b));
    return tainted (0, mask, a, b);
}

static struct vm_value
shift (enum vm_op op, unsigned width, struct vm_value a, struct vm_value b)
{
    uint64_t mask = vm_mask (width);
    if (b.unknown || b.bits >= width)
        return tainted (0, mask, a, b);
    unsigned by = (unsigned) b.bits;
    struct vm_value v = a;
    if (op == VM_SHL) {
        v.bits = a.bits << by & mask;
        v.unknown = a.unknown << by & mask;
        return v;
    }
    v.bits = a.bits >> by;
    v.unknown = a.unknown >> by;
    if (op == VM_ASHR && by) {
        uint64_t top = mask & ~(mask >> by);
        if (a.unknown >> (width - 1) & 1)
            v.unknown |= top;
        if (a.bits >> (width - 1) & 1)
            v.bits |= top;
    }
    return v;
}

/* ---- pointers: objects are aligned to 16 bytes, so the low bits of an offset
 * are those of the address. */
enum { ALIGNED = 15 };

static bool
is_aligned (struct vm_value v)
{
    enum vm_kind kind = vm_id_kind (v.object);
    return kind != VM_FUNCTION && kind != VM_GONE;
}

static bool
is_low (struct vm_value v)
{
    return !(most (v) & ~(uint64_t) ALIGNED);
}

static bool
is_high (struct vm_value v, unsigned width)
{
    return (least (v) | ALIGNED) == vm_mask (width);
}

bool
vm_binary_mixes (enum vm_op op, unsigned width, struct vm_value a,
                 struct vm_value b)
{
    if (!a.object && !b.object)
        return false;
    switch (op) {
    case VM_ADD:
        return a.object && b.object;
    case VM_SUB:
        return b.object
               && (a.object != b.object || vm_id_kind (a.object) == VM_GONE);
    case VM_AND:
        if (b.object) {
            struct vm_value swap = a;
            a = b;
            b = swap;
        }
        /* Functions are at even addresses: pointers to members need that. */
        if (!b.object && vm_id_kind (a.object) == VM_FUNCTION && most (b) <= 1)
            return false;
        return b.object || !is_aligned (a)
               || (!is_low (b) && !is_high (b, width));
    case VM_OR:
    case VM_XOR:
        if (b.object) {
            struct vm_value swap = a;
            a = b;
            b = swap;
        }
        return b.object || !is_aligned (a) || !is_low (b);
    default:
        return true;
    }
}

static vm_id
object_of (enum vm_op op, struct vm_value a, struct vm_value b)
{
    vm_id object = a.object ? a.object : b.object;
    if (!object || (op == VM_SUB && a.object == b.object))
        return 0;
    if (op == VM_AND && is_low (a.object ? b : a))
        return 0;
    return object;
}

struct vm_value
vm_binary (enum vm_op op, unsigned width, struct vm_value a, struct vm_value b)
{
    assert (width >= 1 && width <= 64);
    assert (!vm_binary_mixes (op, width, a, b));
    uint64_t mask = vm_mask (width);
    vm_id object = object_of (op, a, b);
    struct vm_value v;
    a.object = b.object = 0;
    switch (op) {
    case VM_ADD:
        v = sum (mask, a, b, least (b), most (b), 0);
        break;
    case VM_SUB:
        v = sum (mask, a, b, ~most (b), ~least (b), 1);
        break;
    case VM_MUL:
        v = product (mask, a, b);
        break;
    case VM_UDIV:
    case VM_SDIV:
    case VM_UREM:
    case VM_SREM:
        v = quotient (op, width, a, b);
        break;
    case VM_SHL:
    case VM_LSHR:
    case VM_ASHR:
        v = shift (op, width, a, b);
        break;
    default:
        assert (op == VM_AND || op == VM_OR || op == VM_XOR);
        v = bitwise (op, a, b);
    }
    v.object = object;
    return v;
}

/* ---- comparisons */

static struct vm_value
truth (int known, struct vm_value a, struct vm_value b)
{
    if (known >= 0)
        return vm_number ((uint64_t) known);
    return tainted (0, 1, a, b);
}

static int
equal (struct vm_value a, struct vm_value b)
{
    uint64_t both = ~(a.unknown | b.unknown);
    if ((a.bits ^ b.bits) & both)
        return 0;
    return a.unknown | b.unknown ? -1 : 1;
}

static int
below (struct vm_value a, struct vm_value b, bool or_equal)
{
    if (or_equal ? most (a) <= least (b) : most (a) < least (b))
        return 1;
    if (or_equal ? least (a) > most (b) : least (a) >= most (b))
        return 0;
    return -1;
}

static struct vm_value
from_least (struct vm_value v,
            unsigned width) /* signed, counted from the least */
{
    uint64_t sign = UINT64_C (1) << (width - 1);
    v.bits ^= sign & ~v.unknown;
    return v;
}

struct vm_value
vm_compare (enum vm_compare how, unsigned width, struct vm_value a,
            struct vm_value b)
{
    assert (width >= 1 && width <= 64 && a.object == b.object);
    if (how == VM_EQ || how == VM_NE) {
        int known = equal (a, b);
        return truth (known < 0 ? known : known ^ (how == VM_NE), a, b);
    }
    /* Offsets from one object may be below it. */
    if (how >= VM_SGT || a.object) {
        a = from_least (a, width);
        b = from_least (b, width);
    }
    switch (how) {
    case VM_UGT:
    case VM_SGT:
        return truth (below (b, a, false), a, b);
    case VM_UGE:
    case VM_SGE:
        return truth (below (b, a, true), a, b);
    case VM_ULT:
    case VM_SLT:
        return truth (below (a, b, false), a, b);
    default:
        return truth (below (a, b, true), a, b);
    }
}

struct vm_value
vm_cast (enum vm_op op, unsigned from, unsigned to, struct vm_value v)
{
    uint64_t mask = vm_mask (to);
    assert (from >= 1 && to >= 1 && to <= 64);
    if (op == VM_SEXT && to > from) {
        uint64_t top = mask & ~vm_mask (from);
        if (v.unknown >> (from - 1) & 1)
            v.unknown |= top;
        if (v.bits >> (from - 1) & 1)
            v.bits |= top;
    }
    v.bits &= mask;
    v.unknown &= mask;
    return v;
}

/* ---- read, change, write */

struct vm_value
vm_rmw (enum vm_rmw how, unsigned width, struct vm_value old,
        struct vm_value with)
{
    static const enum vm_op ops[] = {
        [VM_RMW_ADD] = VM_ADD,  [VM_RMW_SUB] = VM_SUB, [VM_RMW_AND] = VM_AND,
        [VM_RMW_NAND] = VM_AND, [VM_RMW_OR] = VM_OR,   [VM_RMW_XOR] = VM_XOR};
    assert (how >= VM_RMW_ADD && how <= VM_RMW_XOR);
    struct vm_value v = vm_binary (ops[how], width, old, with);
    if (how == VM_RMW_NAND)
        v = vm_binary (VM_XOR, width, v, vm_number (vm_mask (width)));
    return v;
}

enum vm_compare
vm_rmw_order (enum vm_rmw how) /* old stays, if it compares so */
{
    switch (how) {
    case VM_RMW_MAX:
        return VM_SGE;
    case VM_RMW_MIN:
        return VM_SLE;
    case VM_RMW_UMAX:
        return VM_UGE;
    default:
        assert (how == VM_RMW_UMIN);
        return VM_ULE;
    }
}
