/* math.c -- functions of floating point numbers that change nothing but
 * errno.
 *
 * Of bits alone (fabs, copysign, isnan, ..): exactly.  Of constants, if IEEE 754
 * says what the result is to the last bit: by calling the function, rounding to
 * the nearest (fesetround that says otherwise is not modelled).  Anything else is
 * an abstract function of its arguments: what it gives is confirmed natively. */
#include "cohort-llvm/library/internal.h"
#include "cohort-llvm/to_program/internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- constants */

/* What IEEE 754 defines: exact, or the nearest number. */
static const struct exact {
    const char *name;
    double (*one) (double);
    double (*two) (double, double);
    float (*one_f) (float);
    float (*two_f) (float, float);
} exacts[] = {
    {"sqrt", sqrt, NULL, sqrtf, NULL},
    {"floor", floor, NULL, floorf, NULL},
    {"ceil", ceil, NULL, ceilf, NULL},
    {"trunc", trunc, NULL, truncf, NULL},
    {"round", round, NULL, roundf, NULL},
    {"rint", rint, NULL, rintf, NULL},
    {"nearbyint", nearbyint, NULL, nearbyintf, NULL},
    {"logb", logb, NULL, logbf, NULL},
    {"fmod", NULL, fmod, NULL, fmodf},
    {"remainder", NULL, remainder, NULL, remainderf},
    {"drem", NULL, remainder, NULL, remainderf},
    {"fdim", NULL, fdim, NULL, fdimf},
    {"nextafter", NULL, nextafter, NULL, nextafterf},
};

static bool
constant_of (const term *x, uint64_t *bits)
{
    if (x->op != OP_BITS || x->sort->width > 64)
        return false;
    *bits = strtoull (x->text, NULL, 10);
    return true;
}

static double
as_double (uint64_t bits)
{
    double d;
    memcpy (&d, &bits, sizeof d);
    return d;
}

static float
as_float (uint64_t bits)
{
    uint32_t low = (uint32_t) bits;
    float f;
    memcpy (&f, &low, sizeof f);
    return f;
}

static const term *
bits_of_double (translation *t, double d)
{
    uint64_t bits;
    memcpy (&bits, &d, sizeof bits);
    return bits_constant (t, 64, bits);
}

static const term *
bits_of_float (translation *t, float f)
{
    uint32_t bits;
    memcpy (&bits, &f, sizeof bits);
    return bits_constant (t, 32, bits);
}

/* Null: not of constants, or what is no number comes out: its bits are not
 * defined. */
static const term *
fold (translation *t, const struct exact *e, LLVMTypeRef type,
      const term *const *arg, unsigned args)
{
    uint64_t x = 0, y = 0;
    if (args != (e->two ? 2 : 1) || !constant_of (arg[0], &x)
        || (e->two && !constant_of (arg[1], &y)))
        return NULL;
    if (LLVMGetTypeKind (type) == LLVMDoubleTypeKind) {
        double d = e->two ? e->two (as_double (x), as_double (y))
                          : e->one (as_double (x));
        return isnan (d) ? NULL : bits_of_double (t, d);
    }
    if (LLVMGetTypeKind (type) == LLVMFloatTypeKind) {
        float f = e->two_f ? e->two_f (as_float (x), as_float (y))
                           : e->one_f (as_float (x));
        return isnan (f) ? NULL : bits_of_float (t, f);
    }
    return NULL;
}

/* ---- bits */

/* Of float and double, whose layout is that of IEEE 754; 0: others. */
static unsigned
fraction_bits (LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind (type);
    return kind == LLVMDoubleTypeKind ? 52 : kind == LLVMFloatTypeKind ? 23 : 0;
}

struct math_number {
    const term *value, *magnitude, *infinity, *zero, *normal; /* least normal */
};

static struct math_number
number_of (translation *t, LLVMTypeRef type, const term *x)
{
    unsigned width = x->sort->width, low = fraction_bits (type);
    struct math_number n = {.value = x};
    n.magnitude = float_magnitude (t, type, x);
    n.infinity = bits_constant (
        t, width, ((UINT64_C (1) << (width - 1 - low)) - 1) << low);
    n.zero = bits_constant (t, width, 0);
    n.normal = bits_constant (t, width, UINT64_C (1) << low);
    return n;
}

enum question { IS_NAN, IS_INFINITE, IS_FINITE, SIGN, CLASS };

/* As glibc answers on this kind of machine. */
static const term *
answer (translation *t, enum question q, const struct math_number *n,
        unsigned width)
{
    terms *s = t->terms;
    const term *one = bits_constant (t, width, 1),
               *none = bits_constant (t, width, 0);
    const term *negative = bits_op (t, OP_BVSLT, n->value, n->zero);
    const term *infinite = bits_equal (t, n->magnitude, n->infinity);
    const term *nan = bits_op (t, OP_BVULT, n->infinity, n->magnitude);
    switch (q) {
    case IS_NAN:
        return term_ite (s, nan, one, none);
    case IS_INFINITE:
        return term_ite (
            s, infinite,
            term_ite (s, negative, bits_signed (t, width, -1), one), none);
    case IS_FINITE:
        return term_ite (s, bits_op (t, OP_BVULT, n->magnitude, n->infinity),
                         one, none);
    case SIGN:
        return term_ite (s, negative,
                         width < 8 ? one : bits_constant (t, width, 8), none);
    case CLASS:
        break;
    }
    /* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
    const term *small =
        term_ite (s, bits_equal (t, n->magnitude, n->zero),
                  bits_constant (t, width, 2), bits_constant (t, width, 3));
    return term_ite (
        s, nan, none,
        term_ite (s, infinite, one,
                  term_ite (s, bits_op (t, OP_BVULT, n->magnitude, n->normal),
                            small, bits_constant (t, width, 4))));
}

static const struct {
    const char *name;
    enum question question;
} questions[] = {
    {"__isnan", IS_NAN},     {"isnan", IS_NAN},       {"__isinf", IS_INFINITE},
    {"isinf", IS_INFINITE},  {"__finite", IS_FINITE}, {"finite", IS_FINITE},
    {"__fpclassify", CLASS},
};

/* ---- names */

/* "sqrt" of "sqrt", "sqrtf" and "sqrtl", by the type of the argument. */
static bool
name_is (const char *name, const char *base)
{
    size_t size = strlen (base);
    return !strncmp (name, base, size)
           && (!name[size] || (strchr ("fl", name[size]) && !name[size + 1]));
}

static const char *const abstracts[] = {
    "acos",      "acosh",     "asin",        "asinh",     "atan",
    "atan2",     "atanh",     "cbrt",        "ceil",      "cos",
    "cosh",      "erf",       "erfc",        "exp",       "exp10",
    "exp2",      "expm1",     "fdim",        "floor",     "fma",
    "fmod",      "hypot",     "ilogb",       "j0",        "j1",
    "ldexp",     "llrint",    "llround",     "log",       "log10",
    "log1p",     "log2",      "logb",        "lrint",     "lround",
    "nearbyint", "nextafter", "nexttoward",  "pow",       "pow10",
    "remainder", "rint",      "round",       "roundeven", "scalb",
    "scalbln",   "scalbn",    "significand", "sin",       "sinh",
    "sqrt",      "tan",       "tanh",        "tgamma",    "trunc",
    "y0",        "y1",        "__signbit",   "drem",      "issignaling",
    "fmin",      "fmax",      "gamma",       "lgamma",    NULL};

/* ---- calls */

static const term *
number_argument (translation *t, const struct calling *c, unsigned i)
{
    return term_settle (t, argument_value (t, c, i).leaf[0]);
}

static bool
is_number (LLVMTypeRef type)
{
    return type_is_float (type)
           || LLVMGetTypeKind (type) == LLVMIntegerTypeKind;
}

/* What is no number, and raises nothing. */
static const term *
is_quiet (translation *t, LLVMTypeRef type, const term *x)
{
    struct math_number n = number_of (t, type, x);
    const term *quiet =
        bits_op (t, OP_BVOR, n.infinity,
                 bits_constant (t, x->sort->width,
                                UINT64_C (1) << (fraction_bits (type) - 1)));
    return bits_op (t, OP_BVULE, quiet, n.magnitude);
}

/* The lesser or greater: of a number and none the number; of zeros with
 * different signs either. */
static const term *
extreme (translation *t, LLVMTypeRef type, const term *a, const term *b,
         bool greater)
{
    terms *s = t->terms;
    uint64_t x, y;
    const term *less = translate_float_compare (t, LLVMRealOLT, type, a, b);
    const term *more = translate_float_compare (t, LLVMRealOGT, type, a, b);
    const term *same = bits_equal (t, a, b);
    if (constant_of (a, &x) && constant_of (b, &y) && x == y)
        return a;
    const term *either = float_abstract (t, greater ? "fmax" : "fmin", type,
                                         a->sort, (const term *[]) {a, b}, 2);
    const term *unordered =
        term_ite (s, is_quiet (t, type, a), b,
                  term_ite (s, is_quiet (t, type, b), a, either));
    return term_ite (s, greater ? more : less, a,
                     term_ite (s, greater ? less : more, b,
                               term_ite (s, same, a, unordered)));
}

static const term *
of_bits (translation *t, const struct calling *c, LLVMTypeRef type,
         const term *const *arg, LLVMTypeRef result)
{
    const char *name = c->name;
    if (!fraction_bits (type))
        return NULL;
    if (name_is (name, "fabs") && c->arguments == 1 && result == type)
        return float_magnitude (t, type, arg[0]);
    if (name_is (name, "copysign") && c->arguments == 2 && result == type
        && arg[0]->sort == arg[1]->sort) {
        const term *sign =
            bits_op (t, OP_BVXOR, arg[1], float_magnitude (t, type, arg[1]));
        return bits_op (t, OP_BVOR, float_magnitude (t, type, arg[0]), sign);
    }
    if ((name_is (name, "fmin") || name_is (name, "fmax")) && c->arguments == 2
        && result == type && arg[0]->sort == arg[1]->sort)
        return extreme (t, type, arg[0], arg[1], name_is (name, "fmax"));
    if (LLVMGetTypeKind (result) != LLVMIntegerTypeKind || c->arguments != 1)
        return NULL;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (name_is (name, questions[i].name)) {
            struct math_number n = number_of (t, type, arg[0]);
            return answer (t, questions[i].question, &n,
                           LLVMGetIntTypeWidth (result));
        }
    return NULL;
}

static const term *
abstract_of (translation *t, const struct calling *c, LLVMTypeRef type,
             const term *const *arg, const sort *result)
{
    char what[48];
    snprintf (what, sizeof what, "%.30s.%ux%u", c->name, bits_width (arg[0]),
              c->arguments > 1 ? bits_width (arg[1]) : 0);
    return float_abstract (t, what, type, result, arg, c->arguments);
}

bool
library_math (translation *t, struct calling *c)
{
    LLVMTypeRef result = LLVMTypeOf (c->call);
    const term *arg[3];
    if (!c->arguments || c->arguments > 3 || !is_number (result)
        || !library_is_math (c->name))
        return false;
    LLVMTypeRef type = LLVMTypeOf (argument_at (c, 0));
    for (unsigned i = 0; i < c->arguments; i++)
        if (!is_number (LLVMTypeOf (argument_at (c, i))))
            return false;
    if (!type_is_float (type))
        return false;
    for (unsigned i = 0; i < c->arguments; i++)
        arg[i] = number_argument (t, c, i);
    const term *value = of_bits (t, c, type, arg, result);
    for (size_t i = 0; !value && i < sizeof exacts / sizeof *exacts; i++)
        if (name_is (c->name, exacts[i].name) && result == type)
            value = fold (t, &exacts[i], type, arg, c->arguments);
    if (!value && LLVMGetTypeKind (result) == LLVMIntegerTypeKind
        && LLVMGetIntTypeWidth (result) == 1)
        return false;
    if (!value) {
        library_errno (t, c->name);
        value = abstract_of (t, c, type, arg, leaf_sort (t, result, 0));
    }
    result_set (c, value_one (t, value));
    return true;
}

bool
library_is_math (const char *name)
{
    static const char *const bits[] = {"fabs", "copysign", NULL};
    for (size_t i = 0; bits[i]; i++)
        if (name_is (name, bits[i]))
            return true;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (name_is (name, questions[i].name))
            return true;
    for (size_t i = 0; abstracts[i]; i++)
        if (name_is (name, abstracts[i]))
            return true;
    return false;
}
