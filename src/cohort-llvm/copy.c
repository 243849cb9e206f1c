/* copy.c -- see copy.h. */
#include "cohort-llvm/copy.h"

#include <assert.h>
#include <string.h>

enum { WORD = 8 };

/* ---- types */

static LLVMTypeRef
gep_type (LLVMValueRef v)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType (v);
    for (int k = 2; k < LLVMGetNumOperands (v) && type; k++) {
        LLVMValueRef index = LLVMGetOperand (v, (unsigned) k);
        switch (LLVMGetTypeKind (type)) {
        case LLVMStructTypeKind:
            type = LLVMStructGetTypeAtIndex (
                type, (unsigned) LLVMConstIntGetZExtValue (index));
            break;
        case LLVMArrayTypeKind:
        case LLVMVectorTypeKind:
            type = LLVMGetElementType (type);
            break;
        default:
            type = NULL;
        }
    }
    return type;
}

/* Of what a pointer points to; null: not known. */
static LLVMTypeRef
type_at (LLVMValueRef v)
{
    if (LLVMIsAAllocaInst (v))
        return LLVMGetAllocatedType (v);
    if (LLVMIsAGlobalVariable (v))
        return LLVMGlobalGetValueType (v);
    bool gep = LLVMIsAGetElementPtrInst (v)
               || (LLVMIsAConstantExpr (v)
                   && LLVMGetConstOpcode (v) == LLVMGetElementPtr);
    return gep ? gep_type (v) : NULL;
}

static bool
call_is_set (LLVMValueRef call)
{
    size_t size;
    const char *name = LLVMGetValueName2 (LLVMGetCalledValue (call), &size);
    return !strncmp (name, "llvm.memset", 11);
}

/* The type that is copied; null: not known. */
static LLVMTypeRef
type_of (const struct unit *u, LLVMValueRef call)
{
    LLVMValueRef size = LLVMGetOperand (call, 2);
    LLVMTypeRef found = NULL;
    if (!LLVMIsAConstantInt (size))
        return NULL;
    uint64_t bytes = LLVMConstIntGetZExtValue (size);
    for (unsigned k = 0; k < (call_is_set (call) ? 1u : 2u); k++) {
        LLVMTypeRef type = type_at (LLVMGetOperand (call, k));
        if (type && LLVMTypeIsSized (type)
            && LLVMABISizeOfType (u->layout, type) == bytes)
            found = type;
    }
    return found;
}

/* ---- scalars */

struct scalars {
    const struct unit *unit;
    uint32_t at[COPY_PIECES_MOST];
    unsigned number;
    uint64_t least;
    bool many;  /* more than there is room for */
    bool bytes; /* characters that may hold a pointer */
};

static void
scalars_add (struct scalars *s, LLVMTypeRef type, uint64_t offset)
{
    uint64_t count = 1;
    switch (LLVMGetTypeKind (type)) {
    case LLVMStructTypeKind:
        for (unsigned k = 0; k < LLVMCountStructElementTypes (type); k++)
            scalars_add (s, LLVMStructGetTypeAtIndex (type, k),
                         offset
                             + LLVMOffsetOfElement (s->unit->layout, type, k));
        return;
    case LLVMArrayTypeKind:
        count = LLVMGetArrayLength2 (type);
        break;
    case LLVMVectorTypeKind:
        count = LLVMGetVectorSize (type);
        break;
    default: {
        uint64_t size = LLVMStoreSizeOfType (s->unit->layout, type);
        if (size < s->least)
            s->least = size;
        if (s->number == COPY_PIECES_MOST)
            s->many = true;
        else
            s->at[s->number++] = (uint32_t) offset;
        return;
    }
    }
    LLVMTypeRef element = LLVMGetElementType (type);
    uint64_t each = LLVMABISizeOfType (s->unit->layout, element);
    s->bytes |= each == 1 && count >= WORD;
    /* One more than there is room for says it all. */
    for (uint64_t k = 0; k < count && k <= COPY_PIECES_MOST; k++)
        scalars_add (s, element, offset + k * each);
}

/* ---- alignment */

static uint64_t
alignment_of (LLVMValueRef call, unsigned argument)
{
    static const char align[] = "align";
    unsigned kind = LLVMGetEnumAttributeKindForName (align, sizeof align - 1);
    LLVMAttributeRef a =
        LLVMGetCallSiteEnumAttribute (call, argument + 1, kind);
    return a ? LLVMGetEnumAttributeValue (a) : 1;
}

/* No larger than a pointer, which may be there. */
static unsigned
grain_by_alignment (const struct unit *u, LLVMValueRef call)
{
    uint64_t grain = alignment_of (call, 0), word = LLVMPointerSize (u->layout);
    if (!call_is_set (call) && alignment_of (call, 1) < grain)
        grain = alignment_of (call, 1);
    return (unsigned) (grain > word ? word : grain);
}

unsigned
copy_grain (const struct unit *u, LLVMValueRef call)
{
    LLVMTypeRef type = type_of (u, call);
    struct scalars s = {.unit = u, .least = WORD};
    if (!type)
        return grain_by_alignment (u, call);
    scalars_add (&s, type, 0);
    unsigned grain = WORD;
    while (grain > s.least)
        grain /= 2;
    return grain ? grain : 1;
}

/* ---- pieces */

static unsigned
pieces_split (const struct scalars *s, uint64_t size,
              struct copy_piece piece[COPY_PIECES_MOST])
{
    unsigned pieces = 0;
    for (unsigned k = 0; k < s->number; k++) {
        uint64_t end = k + 1 < s->number ? s->at[k + 1] : size;
        for (uint64_t at = k ? s->at[k] : 0; at < end; at += WORD) {
            if (pieces == COPY_PIECES_MOST)
                return 0;
            piece[pieces++] = (struct copy_piece) {
                (uint32_t) at, (uint32_t) (end - at < WORD ? end - at : WORD)};
        }
    }
    return pieces;
}

unsigned
copy_pieces (const struct unit *u, LLVMValueRef call,
             struct copy_piece piece[COPY_PIECES_MOST])
{
    LLVMValueRef size = LLVMGetOperand (call, 2);
    LLVMTypeRef type = type_of (u, call);
    struct scalars s = {.unit = u, .least = WORD};
    if (!LLVMIsAConstantInt (size))
        return 0;
    uint64_t bytes = LLVMConstIntGetZExtValue (size);
    if (type)
        scalars_add (&s, type, 0);
    else {
        unsigned grain = grain_by_alignment (u, call);
        s.bytes = grain < 4;
        for (uint64_t at = 0; at < bytes && !s.many; at += grain) {
            s.many = s.number == COPY_PIECES_MOST;
            if (!s.many)
                s.at[s.number++] = (uint32_t) at;
        }
    }
    return s.many || s.bytes || !s.number ? 0 : pieces_split (&s, bytes, piece);
}
