/* field.c -- what stands at an offset of a variable, as C calls it:
 * debug information knows the members of its type. */
#include "cohort-llvm/alias/internal.h"

#include <inttypes.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/* Where operands of types and variables are; LLVM has no functions for these. */
enum { OPERAND_TYPE = 3, OPERAND_ELEMENTS = 4, OPERANDS_MOST = 24 };
enum { FIELD_DEPTH = 16 };
enum { TAG_ARRAY = 0x01, TAG_ENUM = 0x04, TAG_POINTER = 0x0f }; /* of DWARF */

/* An operand of a node, as a node; null: none. */
static LLVMValueRef
node_operand (LLVMValueRef node, unsigned which)
{
    LLVMValueRef operand[OPERANDS_MOST];
    int count = LLVMGetMDNodeNumOperands (node);
    if (count <= (int) which || count > OPERANDS_MOST)
        return NULL;
    LLVMGetMDNodeOperands (node, operand);
    return operand[which];
}

static LLVMMetadataKind
node_kind (LLVMValueRef node)
{
    return LLVMGetMetadataKind (LLVMValueAsMetadata (node));
}

LLVMValueRef
variable_type (LLVMValueRef variable)
{
    return node_operand (variable, OPERAND_TYPE);
}

LLVMValueRef
global_type (LLVMContextRef context, LLVMValueRef global)
{
    size_t count;
    LLVMValueRef type = NULL;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (global, &count);
    for (unsigned i = 0; i < count && !type; i++) {
        LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata (all, i);
        if (LLVMGetMetadataKind (m)
            != LLVMDIGlobalVariableExpressionMetadataKind)
            continue;
        m = LLVMDIGlobalVariableExpressionGetVariable (m);
        type = variable_type (LLVMMetadataAsValue (context, m));
    }
    LLVMDisposeValueMetadataEntries (all);
    return type;
}

/* typedef, const and volatile are looked through. */
static LLVMValueRef
type_plain (LLVMValueRef type)
{
    for (int depth = 0; type && depth < FIELD_DEPTH; depth++) {
        /* A pointer has a size of its own; these have none. */
        if (node_kind (type) != LLVMDIDerivedTypeMetadataKind
            || LLVMDITypeGetSizeInBits (LLVMValueAsMetadata (type)))
            return type;
        type = node_operand (type, OPERAND_TYPE);
    }
    return type;
}

static bool
member_has (LLVMValueRef member, uint64_t bit)
{
    LLVMMetadataRef m = LLVMValueAsMetadata (member);
    uint64_t from = LLVMDITypeGetOffsetInBits (m);
    return bit >= from && bit < from + LLVMDITypeGetSizeInBits (m);
}

static LLVMValueRef
member_find (LLVMValueRef type, uint64_t bit)
{
    LLVMValueRef elements = node_operand (type, OPERAND_ELEMENTS);
    if (!elements || LLVMGetMDNodeNumOperands (elements) <= 0)
        return NULL;
    int count = LLVMGetMDNodeNumOperands (elements);
    LLVMValueRef *all = NEW_ARRAY (LLVMValueRef, (size_t) count), found = NULL;
    LLVMGetMDNodeOperands (elements, all);
    for (int i = 0; i < count && !found; i++)
        if (all[i] && node_kind (all[i]) == LLVMDIDerivedTypeMetadataKind
            && member_has (all[i], bit))
            found = all[i];
    memory_free (all);
    return found;
}

bool
field_path (LLVMValueRef type, uint64_t offset, struct text *path)
{
    uint64_t bit = offset * 8;
    bool any = false;
    for (int depth = 0; depth < FIELD_DEPTH; depth++) {
        type = type ? type_plain (type) : NULL;
        if (!type || node_kind (type) != LLVMDICompositeTypeMetadataKind)
            break;
        LLVMValueRef member = member_find (type, bit);
        if (!member)
            break;
        size_t size;
        LLVMMetadataRef m = LLVMValueAsMetadata (member);
        const char *name = LLVMDITypeGetName (m, &size);
        if (name && size)
            text_print (path, ".%.*s", (int) size, name);
        any |= name && size;
        bit -= LLVMDITypeGetOffsetInBits (m);
        type = node_operand (member, OPERAND_TYPE);
    }
    return any;
}

/* ---- layouts */

enum { LAYOUT_MOST = 8000 }; /* characters of one */

static void layout_add (LLVMValueRef type, struct text *out, int depth);

static uint64_t
type_bytes (LLVMValueRef type)
{
    type = type ? type_plain (type) : NULL;
    return type ? LLVMDITypeGetSizeInBits (LLVMValueAsMetadata (type)) / 8 : 0;
}

/* The elements of one dimension, then of the next; `bytes` are those of all. */
static void
layout_array (LLVMValueRef type, struct text *out, int depth)
{
    LLVMValueRef element = node_operand (type, OPERAND_TYPE), count[8];
    LLVMValueRef ranges = node_operand (type, OPERAND_ELEMENTS);
    int dimensions = ranges ? LLVMGetMDNodeNumOperands (ranges) : 0;
    uint64_t one = type_bytes (element), bytes = type_bytes (type);
    if (dimensions < 1 || dimensions > 8 || !one || !bytes) {
        text_char (out, '?');
        return;
    }
    LLVMGetMDNodeOperands (ranges, count);
    for (int i = 0; i < dimensions; i++) {
        LLVMValueRef c = count[i] ? node_operand (count[i], 0) : NULL;
        uint64_t n = c && LLVMIsAConstantInt (c) ? LLVMConstIntGetZExtValue (c)
                                                 : bytes / one;
        bytes = n ? bytes / n : one;
        text_print (out, "[%" PRIu64 "*%" PRIu64, n, bytes);
    }
    layout_add (element, out, depth + 1);
    for (int i = 0; i < dimensions; i++)
        text_char (out, ']');
}

static void
layout_members (LLVMValueRef type, struct text *out, int depth)
{
    LLVMValueRef elements = node_operand (type, OPERAND_ELEMENTS);
    int count = elements ? LLVMGetMDNodeNumOperands (elements) : 0;
    LLVMValueRef *all = NEW_ARRAY (LLVMValueRef, (size_t) count + 1);
    if (count > 0)
        LLVMGetMDNodeOperands (elements, all);
    text_char (out, '{');
    for (int i = 0; i < count; i++) {
        if (!all[i] || node_kind (all[i]) != LLVMDIDerivedTypeMetadataKind)
            continue;
        LLVMMetadataRef m = LLVMValueAsMetadata (all[i]);
        uint64_t at = LLVMDITypeGetOffsetInBits (m);
        uint64_t bits = LLVMDITypeGetSizeInBits (m);
        size_t size;
        const char *name = LLVMDITypeGetName (m, &size);
        if (at % 8 || bits % 8 || !bits) /* a bit-field, or nothing */
            continue;
        text_print (out, ".%.*s@%" PRIu64 "-%" PRIu64, (int) size,
                    name ? name : "", at / 8, bits / 8);
        layout_add (node_operand (all[i], OPERAND_TYPE), out, depth + 1);
    }
    text_char (out, '}');
    memory_free (all);
}

static void
layout_add (LLVMValueRef type, struct text *out, int depth)
{
    type = type ? type_plain (type) : NULL;
    if (!type || depth > FIELD_DEPTH || out->size > LAYOUT_MOST) {
        text_char (out, '?');
        return;
    }
    LLVMMetadataRef m = LLVMValueAsMetadata (type);
    LLVMMetadataKind kind = node_kind (type);
    size_t size = 0;
    const char *name = LLVMDITypeGetName (m, &size);
    if (kind == LLVMDICompositeTypeMetadataKind
        && LLVMGetDINodeTag (m) == TAG_ARRAY)
        layout_array (type, out, depth);
    else if (kind == LLVMDICompositeTypeMetadataKind
             && LLVMGetDINodeTag (m) != TAG_ENUM)
        layout_members (type, out, depth);
    else if (kind == LLVMDIBasicTypeMetadataKind && name)
        text_print (out, "(%.*s)", (int) size, name);
    else
        text_add (out, kind == LLVMDIDerivedTypeMetadataKind ? "(*)" : "(int)");
}

void
type_layout (LLVMValueRef type, struct text *out)
{
    struct text layout;
    text_init (&layout);
    layout_add (type, &layout, 0);
    text_add (out, text_view (&layout));
    text_clear (&layout);
}

bool
type_pointee (LLVMValueRef pointer, struct text *out)
{
    LLVMValueRef type = pointer ? type_plain (pointer) : NULL;
    if (!type || node_kind (type) != LLVMDIDerivedTypeMetadataKind
        || LLVMGetDINodeTag (LLVMValueAsMetadata (type)) != TAG_POINTER)
        return false;
    type = node_operand (type, OPERAND_TYPE);
    uint64_t bytes = type_bytes (type);
    if (!bytes)
        return false;
    text_print (out, "%" PRIu64 "*", bytes);
    type_layout (type, out);
    return true;
}
