/* value.c -- what an operand is: its leaves, as terms. */
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

enum { TYPE_DEPTH = 512 }; /* types that are nested deeper have no leaves */

bool
type_is_float (LLVMTypeRef type)
{
    switch (LLVMGetTypeKind (type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return true;
    default:
        return false;
    }
}

bool
type_is_vector (LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind (type);
    return kind == LLVMVectorTypeKind || kind == LLVMScalableVectorTypeKind;
}

unsigned
type_bits (LLVMTypeRef type)
{
    switch (LLVMGetTypeKind (type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth (type);
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return 16;
    case LLVMFloatTypeKind:
        return 32;
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMX86_FP80TypeKind:
        return 80;
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return 128;
    default:
        return 0;
    }
}

uint64_t
type_elements (LLVMTypeRef type)
{
    switch (LLVMGetTypeKind (type)) {
    case LLVMStructTypeKind:
        return LLVMCountStructElementTypes (type);
    case LLVMArrayTypeKind:
        return LLVMGetArrayLength2 (type);
    case LLVMVectorTypeKind:
        return LLVMGetVectorSize (type);
    default:
        return 0;
    }
}

LLVMTypeRef
type_element (LLVMTypeRef type, unsigned index)
{
    if (LLVMGetTypeKind (type) == LLVMStructTypeKind)
        return LLVMStructGetTypeAtIndex (type, index);
    return LLVMGetElementType (type);
}

static size_t
leaves_of (LLVMTypeRef type, unsigned depth)
{
    if (LLVMGetTypeKind (type) == LLVMPointerTypeKind)
        return 2;
    if (type_bits (type))
        return 1;
    uint64_t elements = type_elements (type);
    if (!elements || depth > TYPE_DEPTH)
        return 0;
    if (LLVMGetTypeKind (type) != LLVMStructTypeKind)
        return elements * leaves_of (LLVMGetElementType (type), depth + 1);
    size_t sum = 0;
    for (unsigned i = 0; i < elements; i++)
        sum += leaves_of (type_element (type, i), depth + 1);
    return sum;
}

size_t
value_leaves (translation *t, LLVMTypeRef type)
{
    assert (t && type);
    (void) t;
    return leaves_of (type, 0);
}

size_t
value_position (translation *t, LLVMTypeRef type, unsigned index)
{
    assert (index <= type_elements (type));
    if (LLVMGetTypeKind (type) != LLVMStructTypeKind)
        return index * value_leaves (t, LLVMGetElementType (type));
    size_t sum = 0;
    for (unsigned i = 0; i < index; i++)
        sum += value_leaves (t, type_element (type, i));
    return sum;
}

const sort *
leaf_sort (translation *t, LLVMTypeRef type, size_t leaf)
{
    unsigned bits = type_bits (type);
    if (bits)
        return bits == 1 ? sort_bool (t->terms) : sort_bv (t->terms, bits);
    if (LLVMGetTypeKind (type) == LLVMPointerTypeKind)
        return sort_bv (t->terms, leaf ? t->width : 32);
    if (LLVMGetTypeKind (type) != LLVMStructTypeKind) {
        LLVMTypeRef element = LLVMGetElementType (type);
        return leaf_sort (t, element, leaf % value_leaves (t, element));
    }
    unsigned i = 0;
    size_t part;
    while (part = value_leaves (t, type_element (type, i)), leaf >= part) {
        leaf -= part;
        i++;
    }
    return leaf_sort (t, type_element (type, i), leaf);
}

struct translated_value
value_new (translation *t, size_t leaves)
{
    struct translated_value v = {.leaves = leaves};
    v.leaf = arena_new (&t->arena, (leaves ? leaves : 1) * sizeof *v.leaf);
    return v;
}

struct translated_value
value_one (translation *t, const term *leaf)
{
    assert (leaf);
    struct translated_value v = value_new (t, 1);
    v.leaf[0] = leaf;
    return v;
}

struct translated_value
value_pair (translation *t, const term *object, const term *offset)
{
    assert (object->sort->width == 32 && offset->sort->width == t->width);
    struct translated_value v = value_new (t, 2);
    v.leaf[0] = object;
    v.leaf[1] = offset;
    return v;
}

struct translated_value
value_slice (struct translated_value v, size_t first, size_t leaves)
{
    assert (first + leaves <= v.leaves);
    return (struct translated_value) {.leaf = v.leaf + first, .leaves = leaves};
}

struct translated_value
value_any (translation *t, LLVMTypeRef type, const char *name)
{
    struct translated_value v = value_new (t, value_leaves (t, type));
    for (size_t i = 0; i < v.leaves; i++)
        v.leaf[i] = emit_any (t, name, leaf_sort (t, type, i));
    return v;
}

const char *
value_name (LLVMValueRef v)
{
    size_t size;
    return LLVMGetValueName2 (v, &size);
}

/* A register has none yet only where its definition is not reached: then
 * nothing is known about it. */
struct translated_value
value_of (translation *t, LLVMValueRef v)
{
    assert (v);
    uint64_t *known = map_get (&t->known, map_number ((uintptr_t) v));
    if (known)
        return *(struct translated_value *) (uintptr_t) *known;
    if (LLVMIsConstant (v))
        return value_constant (t, v, 0);
    return value_any (t, LLVMTypeOf (v), "any");
}
