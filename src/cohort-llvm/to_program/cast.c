/* cast.c -- conversions. */
#include "cohort-llvm/to_program/internal.h"

#include <stdio.h>

static const term *
cast_resize (translation *t, LLVMOpcode op, LLVMTypeRef to, const term *a)
{
    assert (LLVMGetTypeKind (to) == LLVMIntegerTypeKind);
    return bits_resize (t, a, LLVMGetIntTypeWidth (to), op == LLVMSExt);
}

static const term *
cast_float (translation *t, LLVMOpcode op, LLVMTypeRef from, LLVMTypeRef to,
            const term *a)
{
    const char *what = op == LLVMFPToUI    ? "fptoui"
                       : op == LLVMFPToSI  ? "fptosi"
                       : op == LLVMUIToFP  ? "uitofp"
                       : op == LLVMSIToFP  ? "sitofp"
                       : op == LLVMFPTrunc ? "fptrunc"
                       : op == LLVMFPExt   ? "fpext"
                                           : NULL;
    if (!what)
        return NULL;
    bool brain = LLVMGetTypeKind (to) == LLVMBFloatTypeKind;
    LLVMTypeRef type = type_is_float (from) && !brain ? from : to;
    assert (type_is_float (type));
    return float_abstract (t, what, type, leaf_sort (t, to, 0), &a, 1);
}

/* Between types of equal size: bits stay what they are. */
static struct translated_value
cast_bits (translation *t, LLVMTypeRef to, struct translated_value a)
{
    assert (a.leaves);
    bool fits = a.leaves == value_leaves (t, to);
    for (size_t i = 0; i < a.leaves && fits; i++)
        fits = a.leaf[i]->sort == leaf_sort (t, to, i);
    return fits ? a : (struct translated_value) {0};
}

struct translated_value
translate_cast (translation *t, LLVMOpcode op, LLVMTypeRef from, LLVMTypeRef to,
                struct translated_value a)
{
    const term *result = NULL;
    if (type_is_vector (from) || type_is_vector (to))
        return (struct translated_value) {0};
    switch (op) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
        result = cast_resize (t, op, to, a.leaf[0]);
        break;
    case LLVMPtrToInt:
        result = cast_resize (t, op, to, pointer_flat (t, a));
        break;
    case LLVMIntToPtr:
        return pointer_from_flat (t,
                                  bits_resize (t, a.leaf[0], t->width, false));
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return cast_bits (t, to, a);
    default:
        result = cast_float (t, op, from, to, a.leaf[0]);
    }
    return result ? value_one (t, result) : (struct translated_value) {0};
}
