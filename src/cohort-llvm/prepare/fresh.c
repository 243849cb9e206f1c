/* fresh.c -- opaque contents for local objects.
 *
 * The value of a C variable is indeterminate where the function begins, and
 * each time its declaration is reached (C11 6.2.4); clang has one alloca for
 * all of these, so a fresh value is stored after the allocas and, if the
 * declaration is not in the first block, there.  Whatever byte of the object
 * can be read has such a value, padding too, or the passes would see undef and
 * choose what they like.
 *
 * An initialiser leaves padding unspecified, and of a union what is beyond the
 * member that it is for (C11 6.2.6.1): clang copies a constant, compilers may
 * do so or not.
 *
 * Large objects are kept in memory, where contents are arbitrary anyway. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "cohort-llvm/prepare/prepare.h"

enum {
    PAD_MOST = 8,   /* bytes of padding that are one value */
    LOOK_MOST = 200 /* instructions from a declaration to its initialiser */
};

/* ---- the calls */

static LLVMValueRef
fresh_function (struct preparation *p, LLVMTypeRef result)
{
    assert (LLVMTypeIsSized (result));
    struct digest key = map_number ((uintptr_t) result);
    uint64_t *found = map_get (&p->fresh, key);
    if (found)
        return p->fresh_function.at[*found - 1];
    char name[48];
    snprintf (name, sizeof name, COHORT_FRESH "%zu", p->fresh_function.size);
    LLVMValueRef f =
        prepare_declare (p, name, LLVMFunctionType (result, NULL, 0, false));
    VEC_PUSH (p->fresh_function, f);
    map_put (&p->fresh, key, p->fresh_function.size);
    return f;
}

/* The name that dbg.declare gives: operand 1 of a DILocalVariable. */
static LLVMValueRef
variable_name (LLVMValueRef declare)
{
    LLVMValueRef variable = declare ? LLVMGetOperand (declare, 1) : NULL;
    if (!variable || LLVMGetMDNodeNumOperands (variable) < 2)
        return NULL;
    size_t count = LLVMGetMDNodeNumOperands (variable);
    LLVMValueRef *operand = NEW_ARRAY (LLVMValueRef, count);
    LLVMGetMDNodeOperands (variable, operand);
    LLVMValueRef name = operand[1];
    memory_free (operand);
    unsigned size;
    return name && LLVMGetMDString (name, &size) ? name : NULL;
}

static LLVMValueRef
fresh_call (struct preparation *p, LLVMTypeRef t, LLVMValueRef declare)
{
    LLVMContextRef context = p->unit->context;
    LLVMValueRef f = fresh_function (p, t);
    LLVMValueRef call =
        LLVMBuildCall2 (p->builder, LLVMGlobalGetValueType (f), f, NULL, 0, "");
    LLVMValueRef name = variable_name (declare);
    unsigned size;
    const char *text = name ? LLVMGetMDString (name, &size) : NULL;
    if (text) {
        LLVMMetadataRef string = LLVMMDStringInContext2 (context, text, size);
        LLVMMetadataRef node = LLVMMDNodeInContext2 (context, &string, 1);
        LLVMSetMetadata (call,
                         LLVMGetMDKindIDInContext (context, "cohort.name", 11),
                         LLVMMetadataAsValue (context, node));
    }
    return call;
}

LLVMValueRef
prepare_any (struct preparation *p, LLVMTypeRef t)
{
    return fresh_call (p, t, NULL);
}

/* Bytes between the scalars, in pieces as large as may be. */
static void
fresh_padding (struct preparation *p, const struct prepare_cover *c,
               LLVMValueRef a, LLVMValueRef declare)
{
    assert (c->size <= COVER_BYTES);
    LLVMContextRef context = p->unit->context;
    LLVMTypeRef byte = LLVMInt8TypeInContext (context);
    for (uint64_t at = 0, end; at < c->size; at = end) {
        end = at + 1;
        if (c->byte[at])
            continue;
        while (end < c->size && !c->byte[end] && end - at < PAD_MOST)
            end++;
        LLVMTypeRef t =
            LLVMIntTypeInContext (context, (unsigned) (end - at) * 8);
        LLVMValueRef index =
            LLVMConstInt (LLVMInt64TypeInContext (context), at, false);
        LLVMValueRef value = fresh_call (p, t, declare);
        LLVMValueRef place =
            LLVMBuildInBoundsGEP2 (p->builder, byte, a, &index, 1, "");
        LLVMSetAlignment (LLVMBuildStore (p->builder, value, place), 1);
    }
}

void
prepare_keep (struct preparation *p, LLVMValueRef a)
{
    assert (LLVMIsAAllocaInst (a));
    LLVMContextRef context = p->unit->context;
    if (!p->keep) {
        LLVMTypeRef pointer = LLVMPointerTypeInContext (context, 0);
        p->keep_type = LLVMFunctionType (LLVMVoidTypeInContext (context),
                                         &pointer, 1, false);
        p->keep = prepare_declare (p, COHORT_KEEP, p->keep_type);
    }
    LLVMBuildCall2 (p->builder, p->keep_type, p->keep, &a, 1, "");
}

/* At the builder's place. */
static void
fresh_store (struct preparation *p, LLVMValueRef a, LLVMValueRef declare)
{
    struct prepare_cover c;
    if (!cover_alloca (&c, p->unit, a)) {
        prepare_keep (p, a);
        return;
    }
    LLVMTypeRef t = LLVMGetAllocatedType (a);
    LLVMValueRef store =
        LLVMBuildStore (p->builder, fresh_call (p, t, declare), a);
    LLVMSetAlignment (store, LLVMGetAlignment (a));
    fresh_padding (p, &c, a, declare);
}

/* ---- where they go */

/* The object of a dbg.declare, if it is a local one; else null. */
static LLVMValueRef
declare_object (LLVMValueRef call)
{
    LLVMValueRef address = LLVMGetOperand (call, 0), value = NULL;
    if (LLVMGetMDNodeNumOperands (address) != 1)
        return NULL;
    LLVMGetMDNodeOperands (address, &value);
    return value ? LLVMIsAAllocaInst (value) : NULL;
}

struct locals {
    struct prepare_value_vec object;  /* allocas, in order */
    struct prepare_value_vec declare; /* dbg.declare of allocas, in order */
    struct map first; /* alloca -> 1 + index of its first declare */
};

static void
locals_find (struct locals *l, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i)) {
            LLVMValueRef object = NULL;
            if (LLVMIsAAllocaInst (i))
                VEC_PUSH (l->object, i);
            else if (value_is_call_of (i, "llvm.dbg.declare"))
                object = declare_object (i);
            if (!object)
                continue;
            VEC_PUSH (l->declare, i);
            struct digest key = map_number ((uintptr_t) object);
            if (!map_get (&l->first, key))
                map_put (&l->first, key, l->declare.size);
        }
}

static LLVMValueRef
locals_declare (const struct locals *l, LLVMValueRef object)
{
    uint64_t *found = map_get (&l->first, map_number ((uintptr_t) object));
    return found ? l->declare.at[*found - 1] : NULL;
}

static void
go_before (struct preparation *p, LLVMValueRef next, LLVMValueRef declare)
{
    assert (next);
    LLVMPositionBuilderBefore (p->builder, next);
    LLVMSetCurrentDebugLocation2 (
        p->builder, declare ? LLVMInstructionGetDebugLoc (declare) : NULL);
}

static LLVMValueRef
allocas_end (LLVMBasicBlockRef entry)
{
    LLVMValueRef i = LLVMGetFirstInstruction (entry);
    while (LLVMIsAAllocaInst (i))
        i = LLVMGetNextInstruction (i);
    return i;
}

static void
begin_call (struct preparation *p)
{
    if (!p->begin) {
        p->begin_type = LLVMFunctionType (
            LLVMVoidTypeInContext (p->unit->context), NULL, 0, false);
        p->begin = prepare_declare (p, COHORT_BEGIN, p->begin_type);
    }
    LLVMBuildCall2 (p->builder, p->begin_type, p->begin, NULL, 0, "");
}

/* Does the instruction write all bytes of the object? */
static bool
writes_whole (const struct unit *u, LLVMValueRef i, LLVMValueRef object)
{
    uint64_t size =
        LLVMABISizeOfType (u->layout, LLVMGetAllocatedType (object));
    if (LLVMIsAStoreInst (i)) {
        LLVMValueRef value = LLVMGetOperand (i, 0);
        return LLVMGetOperand (i, 1) == object && value != object
               && LLVMStoreSizeOfType (u->layout, LLVMTypeOf (value)) >= size;
    }
    if (!value_is_call_of (i, "llvm.mem") || LLVMGetOperand (i, 0) != object
        || LLVMGetOperand (i, 1) == object)
        return false;
    LLVMValueRef bytes = LLVMGetOperand (i, 2);
    return LLVMIsAConstantInt (bytes)
           && LLVMConstIntGetZExtValue (bytes) >= size;
}

/* `T x = ..;`: the next thing that is done with x is to write it. */
static bool
is_initialised (const struct unit *u, LLVMValueRef declare, LLVMValueRef object)
{
    unsigned looked = 0;
    for (LLVMValueRef i = LLVMGetNextInstruction (declare);
         i && looked < LOOK_MOST; i = LLVMGetNextInstruction (i), looked++) {
        int operands = LLVMGetNumOperands (i);
        for (int j = 0; j < operands; j++)
            if (LLVMGetOperand (i, (unsigned) j) == object)
                return writes_whole (u, i, object);
    }
    return false;
}

/* A parameter of a function that clang put in place of its call: it is written
 * before it is declared. */
static bool
is_argument (LLVMValueRef declare, LLVMValueRef object)
{
    LLVMValueRef i = LLVMGetPreviousInstruction (declare);
    while (i && value_is_call_of (i, "llvm.dbg."))
        i = LLVMGetPreviousInstruction (i);
    return i && LLVMIsAStoreInst (i) && LLVMGetOperand (i, 1) == object;
}

/* All allocas at the beginning get their contents after the last of them. */
static void
fresh_objects (struct preparation *p, LLVMBasicBlockRef entry,
               const struct locals *l)
{
    LLVMValueRef end = allocas_end (entry);
    bool leads = true;
    for (size_t i = 0; i < l->object.size; i++) {
        LLVMValueRef a = l->object.at[i], declare = locals_declare (l, a);
        leads =
            leads && LLVMGetInstructionParent (a) == entry
            && (!i || LLVMGetPreviousInstruction (a) == l->object.at[i - 1]);
        go_before (p, leads ? end : LLVMGetNextInstruction (a), declare);
        fresh_store (p, a, declare);
    }
    go_before (p, end, NULL);
    begin_call (p);
}

static void
fresh_declarations (struct preparation *p, LLVMBasicBlockRef entry,
                    const struct locals *l)
{
    for (size_t i = 0; i < l->declare.size; i++) {
        LLVMValueRef d = l->declare.at[i], a = declare_object (d);
        struct prepare_cover c;
        if (LLVMGetInstructionParent (d) == entry
            || LLVMGetInstructionParent (a) != entry
            || !cover_alloca (&c, p->unit, a) || is_argument (d, a)
            || is_initialised (p->unit, d, a))
            continue;
        go_before (p, d, d);
        fresh_store (p, a, d);
        uint64_t *twin = map_get (&p->twin, map_number ((uintptr_t) a));
        if (twin)
            fresh_store (p, (LLVMValueRef) (uintptr_t) *twin, d);
    }
}

/* The constant that is copied to initialise a local object; null: it is no such
 * copy. */
static LLVMValueRef
copied_constant (LLVMValueRef i)
{
    if (!value_is_call_of (i, "llvm.memcpy")
        || !LLVMIsAAllocaInst (LLVMGetOperand (i, 0)))
        return NULL;
    LLVMValueRef from = LLVMIsAGlobalVariable (LLVMGetOperand (i, 1));
    return from && LLVMIsGlobalConstant (from)
                   && LLVMGetLinkage (from) == LLVMPrivateLinkage
               ? LLVMGetInitializer (from)
               : NULL;
}

static void
fresh_initialisers (struct preparation *p, LLVMBasicBlockRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction (b), next; i; i = next) {
        next = LLVMGetNextInstruction (i);
        LLVMValueRef constant = copied_constant (i);
        struct prepare_cover c;
        if (!constant || !cover_constant (&c, p->unit, constant))
            continue;
        go_before (p, next, i);
        fresh_padding (p, &c, LLVMGetOperand (i, 0), NULL);
    }
}

void
prepare_fresh (struct preparation *p, LLVMValueRef function)
{
    assert (!LLVMIsDeclaration (function));
    struct locals l = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (function);
    map_init (&l.first);
    locals_find (&l, function);
    fresh_objects (p, entry, &l);
    fresh_declarations (p, entry, &l);
    for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock (b))
        fresh_initialisers (p, b);
    VEC_CLEAR (l.object);
    VEC_CLEAR (l.declare);
    map_clear (&l.first);
}
