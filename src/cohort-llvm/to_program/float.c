/* float.c -- floating point, as far as it goes without computing.
 *
 * Values are the bits of IEEE 754.  Sums, products and conversions are abstract
 * functions; negation, fabs and comparison are exact, by bits: without the
 * sign, the order of floats is that of their bits, and what lies above infinity
 * is no number. */
#include "cohort-llvm/to_program/internal.h"

#include <stdio.h>

const term *
float_abstract (translation *t, const char *what, LLVMTypeRef type,
                const sort *result, const term *const *arg, size_t args)
{
    char name[96];
    bool brain = LLVMGetTypeKind (type) == LLVMBFloatTypeKind;
    unsigned bits = result->kind == SORT_BV ? result->width : 1;
    assert (args && args <= 3);
    snprintf (name, sizeof name, "@%s%s%u.%u", what, brain ? "b" : "",
              bits_width (arg[0]), bits);
    return emit_abstract (t, name, what, result, arg, args);
}

static const term *
sign_mask (translation *t, unsigned width)
{
    return bits_op (t, OP_BVSHL, bits_constant (t, width, 1),
                    bits_constant (t, width, width - 1));
}

const term *
float_negate (translation *t, LLVMTypeRef type, const term *a)
{
    assert (type_bits (type) == a->sort->width);
    (void) type;
    return bits_op (t, OP_BVXOR, a, sign_mask (t, a->sort->width));
}

const term *
float_magnitude (translation *t, LLVMTypeRef type, const term *a)
{
    assert (type_bits (type) == a->sort->width);
    (void) type;
    return bits_op (t, OP_BVAND, a,
                    bits_not (t, sign_mask (t, a->sort->width)));
}

const term *
translate_float (translation *t, LLVMOpcode op, LLVMTypeRef type, const term *a,
                 const term *b)
{
    assert (a->sort == b->sort && type_bits (type) == a->sort->width);
    const char *what = op == LLVMFAdd   ? "fadd"
                       : op == LLVMFSub ? "fsub"
                       : op == LLVMFMul ? "fmul"
                       : op == LLVMFDiv ? "fdiv"
                       : op == LLVMFRem ? "frem"
                                        : NULL;
    if (!what)
        return NULL;
    return float_abstract (t, what, type, a->sort, (const term *[]) {a, b}, 2);
}

/* Bits of the significand that are stored; 0: not of this format. */
static unsigned
significand (LLVMTypeRef type)
{
    switch (LLVMGetTypeKind (type)) {
    case LLVMHalfTypeKind:
        return 10;
    case LLVMBFloatTypeKind:
        return 7;
    case LLVMFloatTypeKind:
        return 23;
    case LLVMDoubleTypeKind:
        return 52;
    case LLVMFP128TypeKind:
        return 112;
    default:
        return 0;
    }
}

/* The bits of infinity: an exponent of ones. */
static const term *
infinity (translation *t, LLVMTypeRef type)
{
    unsigned width = type_bits (type), low = significand (type);
    assert (low && low + 1 < width);
    const term *ones =
        bits_constant (t, width, (UINT64_C (1) << (width - 1 - low)) - 1);
    return bits_op (t, OP_BVSHL, ones, bits_constant (t, width, low));
}

struct float_pair {
    const term *value[2], *magnitude[2];
};

static const term *
is_number (translation *t, LLVMTypeRef type, const struct float_pair *p)
{
    const term *top = infinity (t, type);
    assert (top->sort == p->magnitude[0]->sort);
    return term_and2 (t->terms, bits_op (t, OP_BVULE, p->magnitude[0], top),
                      bits_op (t, OP_BVULE, p->magnitude[1], top));
}

/* Of numbers: zeros are equal whatever their signs. */
static const term *
numbers_equal (translation *t, const struct float_pair *p)
{
    const term *zero = bits_constant (t, p->value[0]->sort->width, 0);
    const term *zeros = bits_equal (
        t, bits_op (t, OP_BVOR, p->magnitude[0], p->magnitude[1]), zero);
    return term_or2 (t->terms, bits_equal (t, p->value[0], p->value[1]), zeros);
}

/* Of numbers that are not equal. */
static const term *
numbers_less (translation *t, const struct float_pair *p)
{
    const term *zero = bits_constant (t, p->value[0]->sort->width, 0);
    const term *minus[2] = {bits_op (t, OP_BVSLT, p->value[0], zero),
                            bits_op (t, OP_BVSLT, p->value[1], zero)};
    const term *both = bits_op (t, OP_BVULT, p->value[1], p->value[0]);
    const term *none = bits_op (t, OP_BVULT, p->value[0], p->value[1]);
    const term *same = term_ite (t->terms, minus[0], both, none);
    return term_ite (t->terms, term_eq (t->terms, minus[0], minus[1]), same,
                     minus[0]);
}

/* Predicates are sets of outcomes: bit 0 equal, 1 greater, 2 less, 3 unordered
 * (LLVM's own numbering). */
static const term *
compare_exactly (translation *t, unsigned set, LLVMTypeRef type,
                 const struct float_pair *p)
{
    terms *x = t->terms;
    const term *equal = numbers_equal (t, p), *less = numbers_less (t, p);
    const term *among = term_ite (
        x, equal, term_bool (x, set & 1),
        term_ite (x, less, term_bool (x, set & 4), term_bool (x, set & 2)));
    return term_ite (x, is_number (t, type, p), among, term_bool (x, set & 8));
}

const term *
translate_float_compare (translation *t, LLVMRealPredicate predicate,
                         LLVMTypeRef type, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    unsigned set = (unsigned) predicate;
    if (set == LLVMRealPredicateFalse || set == LLVMRealPredicateTrue)
        return term_bool (t->terms, set);
    if (!significand (type)) {
        char what[16];
        snprintf (what, sizeof what, "fcmp%u.", set);
        return float_abstract (t, what, type, sort_bool (t->terms),
                               (const term *[]) {a, b}, 2);
    }
    struct float_pair p = {.value = {term_settle (t, a), term_settle (t, b)}};
    for (int i = 0; i < 2; i++)
        p.magnitude[i] = float_magnitude (t, type, p.value[i]);
    return compare_exactly (t, set, type, &p);
}
