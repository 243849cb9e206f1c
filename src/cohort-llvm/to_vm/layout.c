/* layout.c -- where members of structs and elements of arrays are, for
 * traces.
 *
 * Operands of a DICompositeType: file, scope, name, the type it is made from,
 * its elements; of a member: file, scope, name, its type. */
#include "cohort-llvm/to_vm/debug.h"

enum { NESTING_MOST = 20, LAYOUTS_MOST = 20000, MEMBERS_MOST = 1000 };
enum { FLAG_STATIC = 1 << 12, FLAG_BIT_FIELD = 1 << 19 };

struct members VEC (struct vm_member);

static uint32_t layout_of (lowering *, LLVMMetadataRef type, unsigned depth);

static uint32_t
layout_push (lowering *l, struct vm_layout layout)
{
    VEC_PUSH (l->code->layout, layout);
    return (uint32_t) l->code->layout.size;
}

static uint32_t
array_layout (lowering *l, LLVMMetadataRef type, uint32_t size, unsigned depth)
{
    uint32_t element = layout_of (l, node_operand (l, type, 3), depth + 1);
    if (!element || !l->code->layout.at[element - 1].size)
        return 0;
    return layout_push (l,
                        (struct vm_layout) {.size = size, .element = element});
}

/* Members that take whole bytes of the object; what they are called is empty
 * for base classes, and for structs without a name. */
static void
member_add (lowering *l, LLVMMetadataRef node, unsigned depth,
            struct members *members)
{
    unsigned tag = node_tag (node);
    if (tag != TAG_MEMBER && tag != TAG_BASE_CLASS)
        return; /* a function, a type */
    unsigned flags = (unsigned) LLVMDITypeGetFlags (node);
    if (flags & (FLAG_STATIC | FLAG_BIT_FIELD))
        return;
    uint32_t layout = layout_of (l, node_operand (l, node, 3), depth + 1);
    uint64_t offset = LLVMDITypeGetOffsetInBits (node);
    if (!layout || offset % 8 || offset / 8 > UINT32_MAX)
        return;
    const char *name = tag == TAG_MEMBER ? node_string (l, node, 2) : "";
    struct vm_member m = {.name = lower_text (l, name),
                          .offset = (uint32_t) (offset / 8),
                          .layout = layout};
    VEC_PUSH (*members, m);
}

static uint32_t
record_layout (lowering *l, LLVMMetadataRef type, uint32_t size, unsigned depth)
{
    LLVMMetadataRef elements = node_operand (l, type, 4);
    struct members members = {0};
    if (!elements || LLVMGetMetadataKind (elements) != LLVMMDTupleMetadataKind)
        return 0;
    LLVMValueRef list = LLVMMetadataAsValue (l->unit->context, elements);
    unsigned count = LLVMGetMDNodeNumOperands (list);
    if (count > MEMBERS_MOST)
        return 0;
    LLVMValueRef *operand = NEW_ARRAY (LLVMValueRef, count + 1);
    LLVMGetMDNodeOperands (list, operand);
    for (unsigned i = 0; i < count; i++)
        if (operand[i])
            member_add (l, LLVMValueAsMetadata (operand[i]), depth, &members);
    memory_free (operand);
    if (!members.size)
        return 0; /* an empty base class lies where the first member does */
    struct vm_layout layout = {.size = size,
                               .first_member = (uint32_t) l->code->member.size};
    for (size_t i = 0; i < members.size; i++)
        VEC_PUSH (l->code->member, members.at[i]);
    layout.end_member = (uint32_t) l->code->member.size;
    VEC_CLEAR (members);
    return layout_push (l, layout);
}

static uint32_t
layout_make (lowering *l, LLVMMetadataRef type, unsigned depth)
{
    uint64_t bits = LLVMDITypeGetSizeInBits (type);
    char kind = type_kind (l, type);
    if (kind == 'p' && !bits)
        bits = l->pointer_bits;
    if (bits / 8 > UINT32_MAX)
        return 0;
    uint32_t size = (uint32_t) (bits / 8);
    switch (node_tag (type)) {
    case TAG_ARRAY:
        return array_layout (l, type, size, depth);
    case TAG_STRUCT:
    case TAG_CLASS:
    case TAG_UNION:
        return record_layout (l, type, size, depth);
    default:
        if (bits > 64)
            kind = 'o';
        return layout_push (
            l, (struct vm_layout) {.size = size,
                                   .bits = kind == 'o' ? 0 : (uint8_t) bits,
                                   .kind = kind});
    }
}

/* No type is inside of itself, and pointers are not followed: so the layouts
 * that one is made of come before it. */
static uint32_t
layout_of (lowering *l, LLVMMetadataRef type, unsigned depth)
{
    LLVMMetadataRef bare = type_bare (l, type);
    if (!bare || depth > NESTING_MOST || l->code->layout.size >= LAYOUTS_MOST)
        return 0;
    struct digest key = map_number ((uintptr_t) bare);
    uint64_t *known = map_get (&l->layout, key);
    if (known)
        return (uint32_t) *known;
    uint32_t layout = layout_make (l, bare, depth);
    map_put (&l->layout, key, layout);
    return layout;
}

uint32_t
lower_layout (lowering *l, LLVMMetadataRef type)
{
    return layout_of (l, type, 0);
}
