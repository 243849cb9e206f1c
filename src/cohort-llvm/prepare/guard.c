/* guard.c -- objects that sroa must leave in memory.
 *
 * What is read outside of an object is undefined to sroa, which makes of it
 * what it likes (zeros, mostly).  So objects with such an access stay where
 * they are; and those whose address is stored, since sroa may find out later
 * where it is loaded and what is done there.  Indices that are not constant,
 * and calls that get the address, keep sroa away anyway. */
#include "cohort-llvm/prepare/prepare.h"

enum { GUARD_MOST = 10000 }; /* uses that are looked at */

struct guard_place_of {
    LLVMValueRef pointer;
    int64_t offset;
};

struct guard {
    struct preparation *preparation;
    uint64_t size;
    struct vec_place_of VEC (struct guard_place_of) open;
    struct map seen; /* pointer -> offset, zigzag */
    unsigned uses;
    bool keep;
};

static void
guard_push (struct guard *g, LLVMValueRef pointer, int64_t offset)
{
    uint64_t code = ((uint64_t) offset << 1) ^ (uint64_t) (offset >> 63);
    struct digest key = map_number ((uintptr_t) pointer);
    uint64_t *before = map_get (&g->seen, key);
    if (before) {
        g->keep |= *before != code;
        return;
    }
    map_put (&g->seen, key, code);
    VEC_PUSH (g->open, ((struct guard_place_of) {pointer, offset}));
}

static void
guard_bytes (struct guard *g, int64_t offset, uint64_t bytes)
{
    g->keep |=
        offset < 0 || bytes > g->size || (uint64_t) offset > g->size - bytes;
}

static void
guard_access (struct guard *g, int64_t offset, LLVMTypeRef type)
{
    assert (LLVMTypeIsSized (type));
    guard_bytes (g, offset,
                 LLVMStoreSizeOfType (g->preparation->unit->layout, type));
}

static void
guard_call (struct guard *g, LLVMValueRef call, int64_t offset)
{
    if (!value_is_call_of (call, "llvm.memcpy")
        && !value_is_call_of (call, "llvm.memmove")
        && !value_is_call_of (call, "llvm.memset"))
        return;
    LLVMValueRef bytes = LLVMGetOperand (call, 2);
    if (LLVMIsAConstantInt (bytes))
        guard_bytes (g, offset, LLVMConstIntGetZExtValue (bytes));
}

static void
guard_index (struct guard *g, LLVMValueRef gep, struct guard_place_of p)
{
    struct fixed_pointer f = pointer_fix (g->preparation->unit, gep);
    struct fixed_pointer base = pointer_fix (g->preparation->unit, p.pointer);
    int64_t offset;
    if (!f.known)
        return;
    assert (base.known && base.base == f.base);
    if (__builtin_sub_overflow (f.offset, base.offset, &offset)
        || __builtin_add_overflow (offset, p.offset, &offset))
        g->keep = true;
    else
        guard_push (g, gep, offset);
}

static void
guard_use (struct guard *g, LLVMValueRef user, struct guard_place_of p)
{
    if (!LLVMIsAInstruction (user))
        return;
    switch (LLVMGetInstructionOpcode (user)) {
    case LLVMLoad:
        guard_access (g, p.offset, LLVMTypeOf (user));
        return;
    case LLVMStore:
        if (LLVMGetOperand (user, 0) == p.pointer)
            g->keep = true;
        else
            guard_access (g, p.offset, LLVMTypeOf (LLVMGetOperand (user, 0)));
        return;
    case LLVMGetElementPtr:
        guard_index (g, user, p);
        return;
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMPHI:
    case LLVMSelect:
        guard_push (g, user, p.offset);
        return;
    case LLVMCall:
        guard_call (g, user, p.offset);
        return;
    default:
        return;
    }
}

/* Whether sroa must not see it. */
static bool
guard_needed (struct preparation *p, LLVMValueRef a)
{
    struct guard g = {.preparation = p};
    LLVMTypeRef type = LLVMGetAllocatedType (a);
    if (!LLVMIsAConstantInt (LLVMGetOperand (a, 0)) || !LLVMTypeIsSized (type))
        return false;
    g.size = LLVMABISizeOfType (p->unit->layout, type)
             * LLVMConstIntGetZExtValue (LLVMGetOperand (a, 0));
    map_init (&g.seen);
    guard_push (&g, a, 0);
    while (g.open.size && !g.keep) {
        struct guard_place_of at = VEC_POP (g.open);
        LLVMUseRef u = LLVMGetFirstUse (at.pointer);
        for (; u && !g.keep; u = LLVMGetNextUse (u)) {
            g.keep |= ++g.uses > GUARD_MOST;
            guard_use (&g, LLVMGetUser (u), at);
        }
    }
    VEC_CLEAR (g.open);
    map_clear (&g.seen);
    return g.keep;
}

void
prepare_guard (struct preparation *p, LLVMValueRef function)
{
    assert (!LLVMIsDeclaration (function));
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function);
    for (; b; b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            if (LLVMIsAAllocaInst (i) && guard_needed (p, i)) {
                LLVMPositionBuilderBefore (p->builder,
                                           LLVMGetNextInstruction (i));
                LLVMSetCurrentDebugLocation2 (p->builder, NULL);
                prepare_keep (p, i);
            }
}
