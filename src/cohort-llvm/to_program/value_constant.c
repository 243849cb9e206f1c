/* value_constant.c -- constants of all kinds, and elements of aggregates. */
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/to_program/internal.h"

#include <ctype.h>
#include <string.h>

enum {
    CONSTANT_DEPTH = 600
}; /* expressions that are nested deeper: arbitrary */

/* "i128 -12": the printer is the one way to wide constants. */
static const term *
integer_wide (translation *t, LLVMValueRef v, unsigned width)
{
    char *text = LLVMPrintValueToString (v);
    const char *digits = strchr (text, ' ');
    const term *result = NULL;
    if (digits) {
        bool minus = *++digits == '-';
        digits += minus;
        if (isdigit ((unsigned char) *digits)) {
            result = term_bits (t->terms, width, digits);
            result = minus ? bits_negate (t, result) : result;
        }
    }
    LLVMDisposeMessage (text);
    return result;
}

static const term *
constant_integer (translation *t, LLVMValueRef v)
{
    unsigned width = LLVMGetIntTypeWidth (LLVMTypeOf (v));
    if (width > 64)
        return integer_wide (t, v, width);
    uint64_t bits = LLVMConstIntGetZExtValue (v);
    return width == 1 ? term_bool (t->terms, bits & 1)
                      : bits_constant (t, width, bits);
}

static int
hex_digit (char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* "x86_fp80 0xK4000C8F5C28F5C28F800": the bits, highest digit first, but for
 * fp128 (L) and ppc_fp128 (M), whose low half comes first.  Null: not so. */
static const term *
float_printed (translation *t, LLVMValueRef v, unsigned width)
{
    char *text = LLVMPrintValueToString (v);
    const char *at = strstr (text, " 0x");
    char kind = at ? at[3] : 0;
    const term *part[8] = {0};
    unsigned parts = 0, digits = width / 4;
    if (kind && strchr ("KLMHR", kind) && strlen (at + 4) == digits)
        for (unsigned i = 0; i + 4 <= digits; i += 4) {
            uint64_t word = 0;
            for (unsigned j = 0; j < 4; j++)
                word = word << 4 | (unsigned) (hex_digit (at[4 + i + j]) & 15);
            part[parts++] = bits_constant (t, 16, word);
        }
    LLVMDisposeMessage (text);
    if (!parts || kind == 'M')
        return NULL;
    const term *result = NULL;
    for (unsigned i = 0; i < parts; i++) {
        const term *next = part[kind == 'L' ? (i + 4) % 8 : i];
        result = result ? term_make (t->terms, OP_CONCAT,
                                     (const term *[]) {result, next}, 2, 0, 0)
                        : next;
    }
    return result;
}

static const term *
constant_float (translation *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf (v);
    LLVMBool loses;
    LLVMTypeKind kind = LLVMGetTypeKind (type);
    if (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
        return float_printed (t, v, type_bits (type));
    double wide = LLVMConstRealGetDouble (v, &loses);
    assert (!loses);
    uint64_t bits = 0;
    if (kind == LLVMDoubleTypeKind)
        memcpy (&bits, &wide, sizeof wide);
    else {
        /* Every float is a double, so this is exact. */
        float narrow = (float) wide;
        memcpy (&bits, &narrow, sizeof narrow);
    }
    return bits_constant (t, type_bits (type), bits);
}

static struct translated_value
constant_null (translation *t, LLVMTypeRef type)
{
    struct translated_value v = value_new (t, value_leaves (t, type));
    for (size_t i = 0; i < v.leaves; i++) {
        const sort *s = leaf_sort (t, type, i);
        v.leaf[i] = s->kind == SORT_BOOL ? term_false (t->terms)
                                         : bits_constant (t, s->width, 0);
    }
    return v;
}

static struct translated_value
constant_aggregate (translation *t, LLVMValueRef v, unsigned depth)
{
    LLVMTypeRef type = LLVMTypeOf (v);
    struct translated_value all = value_new (t, value_leaves (t, type));
    size_t at = 0;
    for (unsigned i = 0; i < type_elements (type); i++) {
        struct translated_value part =
            value_constant (t, LLVMGetAggregateElement (v, i), depth + 1);
        assert (at + part.leaves <= all.leaves);
        memcpy (all.leaf + at, part.leaf, part.leaves * sizeof *part.leaf);
        at += part.leaves;
    }
    assert (at == all.leaves);
    return all;
}

static struct translated_value
constant_object (translation *t, LLVMValueRef v)
{
    uint64_t *number = map_get (&t->object, map_number ((uintptr_t) v));
    const term *object = number
                             ? object_constant (t, (uint32_t) *number)
                             : emit_any (t, "object", sort_bv (t->terms, 32));
    return value_pair (t, object, offset_constant (t, 0));
}

static struct translated_value
constant_expression (translation *t, LLVMValueRef v, unsigned depth)
{
    LLVMOpcode op = LLVMGetConstOpcode (v);
    LLVMTypeRef type = LLVMTypeOf (v);
    LLVMValueRef first = LLVMGetOperand (v, 0);
    struct translated_value a = value_constant (t, first, depth + 1);
    if (type_is_vector (type) || type_is_vector (LLVMTypeOf (first)))
        return value_any (t, type, "any");
    switch (op) {
    case LLVMGetElementPtr:
        return value_element (t, v, a, depth + 1);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
        return translate_cast (t, op, LLVMTypeOf (first), type, a);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return translate_binary (
            t, op, type, a,
            value_constant (t, LLVMGetOperand (v, 1), depth + 1));
    default:
        return value_any (t, type, "any");
    }
}

static struct translated_value
constant_single (translation *t, LLVMValueRef v, const term *leaf)
{
    return leaf ? value_one (t, leaf) : value_any (t, LLVMTypeOf (v), "any");
}

struct translated_value
value_constant (translation *t, LLVMValueRef v, unsigned depth)
{
    assert (v && LLVMIsConstant (v));
    if (depth > CONSTANT_DEPTH)
        return value_any (t, LLVMTypeOf (v), "any");
    switch (LLVMGetValueKind (v)) {
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind:
    case LLVMGlobalIFuncValueKind:
        return constant_object (t, v);
    case LLVMGlobalAliasValueKind:
        return value_constant (t, LLVMAliasGetAliasee (v), depth + 1);
    case LLVMBlockAddressValueKind:
        return value_pair (t, object_constant (t, memory_label (t, v)),
                           offset_constant (t, 0));
    case LLVMConstantIntValueKind:
        return constant_single (t, v, constant_integer (t, v));
    case LLVMConstantFPValueKind:
        return constant_single (t, v, constant_float (t, v));
    case LLVMConstantPointerNullValueKind:
    case LLVMConstantAggregateZeroValueKind:
        return constant_null (t, LLVMTypeOf (v));
    case LLVMConstantArrayValueKind:
    case LLVMConstantStructValueKind:
    case LLVMConstantVectorValueKind:
    case LLVMConstantDataArrayValueKind:
    case LLVMConstantDataVectorValueKind:
        return constant_aggregate (t, v, depth);
    case LLVMConstantExprValueKind:
        return constant_expression (t, v, depth);
    default:
        return value_any (t, LLVMTypeOf (v), "any");
    }
}

/* ---- getelementptr */

static const term *
element_index (translation *t, LLVMValueRef index, unsigned depth)
{
    struct translated_value v = LLVMIsConstant (index)
                                    ? value_constant (t, index, depth)
                                    : value_of (t, index);
    assert (v.leaves == 1);
    return bits_resize (t, v.leaf[0], t->width, true);
}

static const term *
element_scaled (translation *t, const term *index, uint64_t bytes)
{
    return bytes == 1 ? index
                      : bits_op (t, OP_BVMUL, index,
                                 bits_constant (t, t->width, bytes));
}

struct translated_value
value_element (translation *t, LLVMValueRef gep, struct translated_value base,
               unsigned depth)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType (gep);
    int operands = LLVMGetNumOperands (gep);
    const term *offset = pointer_offset (base), *fixed = offset_constant (t, 0);
    for (int i = 1; i < operands; i++) {
        LLVMValueRef index = LLVMGetOperand (gep, (unsigned) i);
        if (i > 1 && LLVMGetTypeKind (type) == LLVMStructTypeKind) {
            unsigned field = (unsigned) LLVMConstIntGetZExtValue (index);
            fixed =
                bits_add (t, fixed,
                          bits_constant (t, t->width,
                                         LLVMOffsetOfElement (t->unit->layout,
                                                              type, field)));
            type = LLVMStructGetTypeAtIndex (type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType (type);
        const term *step =
            element_scaled (t, element_index (t, index, depth),
                            LLVMABISizeOfType (t->unit->layout, type));
        if (step->op == OP_BITS)
            fixed = bits_add (t, fixed, step);
        else
            offset = bits_add (t, offset, step);
    }
    return value_pair (t, pointer_object (base), bits_add (t, offset, fixed));
}
