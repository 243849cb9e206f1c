/* copy.c -- copies in native runs: the shim makes them, in the pieces
 * that the machine had (vm/library/native_copy.c). */
#include <string.h>

#include "cohort-llvm/copy.h"
#include "cohort-llvm/native/internal.h"

static LLVMValueRef
line_of (const struct native *n, LLVMValueRef i)
{
    return LLVMConstInt (LLVMInt32TypeInContext (n->unit->context),
                         LLVMGetDebugLocLine (i), false);
}

static LLVMValueRef
address_at (const struct native *n, LLVMValueRef pointer, LLVMValueRef by)
{
    return LLVMBuildGEP2 (n->builder, LLVMInt8TypeInContext (n->unit->context),
                          pointer, &by, 1, "");
}

static void
piece_turn (const struct native *n, LLVMValueRef i, LLVMValueRef at,
            uint32_t bytes, bool write)
{
    LLVMTypeRef number = LLVMInt64TypeInContext (n->unit->context);
    LLVMValueRef none = LLVMConstNull (LLVMTypeOf (at));
    LLVMValueRef size = LLVMConstInt (number, bytes, false);
    LLVMValueRef zero = LLVMConstNull (number);
    LLVMValueRef argument[] = {
        line_of (n, i),
        write ? at : none,
        write ? size : zero,
        write ? none : at,
        write ? zero : size,
        LLVMConstNull (LLVMInt32TypeInContext (n->unit->context))};
    LLVMBuildCall2 (n->builder, n->turn_type, n->turn, argument,
                    sizeof argument / sizeof *argument, "");
}

static void
pieces_insert (const struct native *n, LLVMValueRef i,
               const struct copy_piece *piece, unsigned pieces)
{
    for (unsigned k = 0; k < pieces; k++) {
        LLVMTypeRef type =
            LLVMIntTypeInContext (n->unit->context, piece[k].bytes * 8);
        LLVMValueRef by = LLVMConstInt (
            LLVMInt64TypeInContext (n->unit->context), piece[k].offset, false);
        LLVMValueRef from = address_at (n, LLVMGetOperand (i, 1), by);
        LLVMValueRef to = address_at (n, LLVMGetOperand (i, 0), by);
        piece_turn (n, i, from, piece[k].bytes, false);
        LLVMValueRef v = LLVMBuildLoad2 (n->builder, type, from, "");
        LLVMSetAlignment (v, 1);
        piece_turn (n, i, to, piece[k].bytes, true);
        LLVMSetAlignment (LLVMBuildStore (n->builder, v, to), 1);
    }
}

/* Functions of the machine that go piece by piece: which arguments are the
 * target, the source (or the byte; -1: 0) and the size; what they give back. */
struct copying {
    const char *name;
    int to, from, size;
    const char *shim;
    char gives; /* 't'he target, its 'e'nd, the 'r'esult, or nothing */
};

static const struct copying copying[] = {
    {"llvm.memcpy", 0, 1, 2, "__cohort_copy", 0},
    {"llvm.memmove", 0, 1, 2, "__cohort_copy", 0},
    {"llvm.memset", 0, 1, 2, "__cohort_fill", 0},
    {"memcpy", 0, 1, 2, "__cohort_copy", 't'},
    {"memmove", 0, 1, 2, "__cohort_copy", 't'},
    {"mempcpy", 0, 1, 2, "__cohort_copy", 'e'},
    {"bcopy", 1, 0, 2, "__cohort_copy", 0},
    {"memset", 0, 1, 2, "__cohort_fill", 't'},
    {"bzero", 0, -1, 1, "__cohort_fill", 0},
    {"explicit_bzero", 0, -1, 1, "__cohort_fill", 0},
    {"memcmp", 0, 1, 2, "__cohort_compare", 'r'},
    {"bcmp", 0, 1, 2, "__cohort_compare", 'r'},
};

static const struct copying *
copying_of (LLVMValueRef i)
{
    LLVMValueRef f = LLVMIsACallInst (i) ? LLVMGetCalledValue (i) : NULL;
    if (!f || !LLVMIsAFunction (f) || !LLVMIsDeclaration (f))
        return NULL;
    size_t size;
    const char *name = LLVMGetValueName2 (f, &size);
    for (size_t k = 0; k < sizeof copying / sizeof *copying; k++) {
        const char *known = copying[k].name;
        bool intrinsic = !strncmp (known, "llvm.", 5);
        if (intrinsic ? !strncmp (name, known, strlen (known))
                      : !strcmp (name, known))
            return &copying[k];
    }
    return NULL;
}

static LLVMValueRef
shim_call (const struct native *n, LLVMValueRef i, const struct copying *c)
{
    LLVMTypeRef number = LLVMInt32TypeInContext (n->unit->context);
    LLVMTypeRef size = LLVMInt64TypeInContext (n->unit->context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext (n->unit->context, 0);
    bool fills = !strcmp (c->shim, "__cohort_fill");
    LLVMTypeRef taken[] = {number, pointer, fills ? number : pointer, size};
    LLVMTypeRef type = LLVMFunctionType (number, taken, 4, false);
    LLVMValueRef f = LLVMGetNamedFunction (n->unit->module, c->shim);
    if (!f)
        f = LLVMAddFunction (n->unit->module, c->shim, type);
    LLVMValueRef from = c->from < 0 ? LLVMConstNull (number)
                                    : LLVMGetOperand (i, (unsigned) c->from);
    if (fills)
        from = LLVMBuildIntCast2 (n->builder, from, number, false, "");
    LLVMValueRef argument[] = {
        line_of (n, i), LLVMGetOperand (i, (unsigned) c->to), from,
        LLVMBuildIntCast2 (n->builder, LLVMGetOperand (i, (unsigned) c->size),
                           size, false, "")};
    return LLVMBuildCall2 (n->builder, type, f, argument, 4, "");
}

bool
native_copy_insert (const struct native *n, LLVMValueRef i)
{
    const struct copying *c = copying_of (i);
    struct copy_piece piece[COPY_PIECES_MOST];
    if (!c)
        return false;
    LLVMPositionBuilderBefore (n->builder, i);
    unsigned pieces =
        !strcmp (c->name, "llvm.memcpy") ? copy_pieces (n->unit, i, piece) : 0;
    if (pieces)
        pieces_insert (n, i, piece, pieces);
    else {
        LLVMValueRef result = shim_call (n, i, c);
        LLVMValueRef to = LLVMGetOperand (i, (unsigned) c->to);
        if (c->gives == 'e')
            result = address_at (n, to, LLVMGetOperand (i, (unsigned) c->size));
        if (c->gives)
            LLVMReplaceAllUsesWith (i, c->gives == 't' ? to : result);
    }
    LLVMInstructionEraseFromParent (i);
    return true;
}
