/* field.c -- what stands at an offset of a variable, as C calls it:
 * debug information knows the members of its type. */
#include "cohort-llvm/alias/internal.h"

#include <inttypes.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/* Where operands of types and variables are; LLVM has no functions for these. */
enum { OPERAND_TYPE = 3, OPERAND_ELEMENTS = 4, OPERANDS_MOST = 24 };
enum { FIELD_DEPTH = 16 };

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
