/* type.c -- the leaves of a type: scalars, in the order of memory. */
#include "cohort-llvm/to_vm/internal.h"

enum { LEAVES_MOST = 4096, TYPE_DEPTH = 64 };

struct type_leaves VEC (struct leaf);

uint64_t
lower_size (const lowering *l, LLVMTypeRef t)
{
    return LLVMABISizeOfType (l->unit->layout, t);
}

static struct leaf
leaf_of (const lowering *l, LLVMTypeRef t)
{
    switch (LLVMGetTypeKind (t)) {
    case LLVMIntegerTypeKind: {
        unsigned width = LLVMGetIntTypeWidth (t);
        return (struct leaf) {.width = width > 64 ? 64 : (uint8_t) width,
                              .kind = width > 64 ? 'x' : 'i'};
    }
    case LLVMFloatTypeKind:
        return (struct leaf) {.width = 32, .kind = 'f'};
    case LLVMDoubleTypeKind:
        return (struct leaf) {.width = 64, .kind = 'f'};
    case LLVMPointerTypeKind:
        return (struct leaf) {.width = (uint8_t) l->pointer_bits, .kind = 'p'};
    default:
        return (struct leaf) {.width = 64, .kind = 'x'};
    }
}

static unsigned
elements_of (LLVMTypeRef t, uint64_t *count)
{
    LLVMTypeKind kind = LLVMGetTypeKind (t);
    *count = kind == LLVMStructTypeKind   ? LLVMCountStructElementTypes (t)
             : kind == LLVMArrayTypeKind  ? LLVMGetArrayLength2 (t)
             : kind == LLVMVectorTypeKind ? LLVMGetVectorSize (t)
                                          : 0;
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind
           || kind == LLVMVectorTypeKind;
}

/* Where an element begins. */
static uint64_t
element_offset (const lowering *l, LLVMTypeRef t, unsigned index)
{
    if (LLVMGetTypeKind (t) == LLVMStructTypeKind)
        return LLVMOffsetOfElement (l->unit->layout, t, index);
    LLVMTypeRef element = LLVMGetElementType (t);
    return index
           * (LLVMGetTypeKind (t) == LLVMVectorTypeKind
                  ? LLVMStoreSizeOfType (l->unit->layout, element)
                  : lower_size (l, element));
}

static LLVMTypeRef
element_type (LLVMTypeRef t, unsigned index)
{
    return LLVMGetTypeKind (t) == LLVMStructTypeKind
               ? LLVMStructGetTypeAtIndex (t, index)
               : LLVMGetElementType (t);
}

/* Vectors of bits are packed in memory. */
static bool
vector_is_packed (LLVMTypeRef t)
{
    if (LLVMGetTypeKind (t) != LLVMVectorTypeKind)
        return false;
    LLVMTypeRef e = LLVMGetElementType (t);
    return LLVMGetTypeKind (e) == LLVMIntegerTypeKind
           && LLVMGetIntTypeWidth (e) % 8;
}

/* False: too many, or too deep. */
static bool
leaves_add (lowering *l, LLVMTypeRef t, uint64_t offset, unsigned depth,
            struct type_leaves *to)
{
    uint64_t count;
    if (depth > TYPE_DEPTH || to->size > LEAVES_MOST)
        return false;
    if (!elements_of (t, &count)) {
        struct leaf leaf = leaf_of (l, t);
        leaf.offset = offset;
        VEC_PUSH (*to, leaf);
        return leaf.kind != 'x';
    }
    bool good = count <= LEAVES_MOST && !vector_is_packed (t);
    for (unsigned i = 0; i < count && i <= LEAVES_MOST; i++)
        good &= leaves_add (l, element_type (t, i),
                            offset + element_offset (l, t, i), depth + 1, to);
    return good;
}

const struct lower_shape *
lower_shape (lowering *l, LLVMTypeRef t)
{
    struct digest key = map_number ((uintptr_t) t);
    uint64_t *known = map_get (&l->shape, key);
    if (known)
        return (const struct lower_shape *) (uintptr_t) *known;
    struct lower_shape *s = arena_new (&l->arena, sizeof *s);
    struct type_leaves leaves = {0};
    LLVMTypeKind kind = LLVMGetTypeKind (t);
    if (kind != LLVMVoidTypeKind && kind != LLVMLabelTypeKind
        && kind != LLVMMetadataTypeKind)
        s->odd = !LLVMTypeIsSized (t) || !leaves_add (l, t, 0, 0, &leaves);
    s->leaves = (uint32_t) leaves.size;
    s->leaf = arena_copy (&l->arena, leaves.at, leaves.size * sizeof *s->leaf);
    VEC_CLEAR (leaves);
    map_put (&l->shape, key, (uintptr_t) s);
    return s;
}

uint32_t
lower_element (lowering *l, LLVMTypeRef t, unsigned index, LLVMTypeRef *element)
{
    uint64_t count;
    uint32_t first = 0;
    bool is_one = elements_of (t, &count);
    assert (is_one && index < count);
    (void) is_one;
    *element = element_type (t, index);
    if (LLVMGetTypeKind (t) != LLVMStructTypeKind)
        return index * lower_shape (l, *element)->leaves;
    for (unsigned i = 0; i < index; i++)
        first += lower_shape (l, element_type (t, i))->leaves;
    return first;
}
