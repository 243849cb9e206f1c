/* memory.c -- objects, addresses, loads and stores, atomics. */
#include "cohort-llvm/to_vm/internal.h"

#include <string.h>

enum { STORES_MOST = 8 }; /* of values never written; else one native */

/* ---- addresses */

/* The index as a number: sign-extended. */
static int64_t
index_number (LLVMValueRef v)
{
    return LLVMConstIntGetSExtValue (v);
}

/* pointer + index * size, in a register. */
static uint32_t
offset_variable (lowering *l, uint32_t pointer, LLVMValueRef index,
                 uint64_t size)
{
    assert (size <= INT32_MAX);
    unsigned width = LLVMGetIntTypeWidth (LLVMTypeOf (index));
    uint32_t b = lower_operand (l, index, 0);
    return lower_emit (
        l, (struct vm_instruction) {
               .op = VM_OFFSET,
               .width = (uint8_t) width,
               .result = lower_register_of (l, 'p', l->pointer_bits),
               .a = pointer,
               .b = b,
               .c = (uint32_t) (int32_t) size});
}

struct address {
    uint32_t base;
    int64_t offset;
};

static bool
index_is_number (LLVMValueRef v)
{
    return LLVMIsAConstantInt (v);
}

/* The part of an address that is known; types of the indices that are not. */
static int64_t
gep_fixed (lowering *l, LLVMValueRef i, uint64_t *size)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType (i);
    int operands = LLVMGetNumOperands (i);
    int64_t sum = 0;
    for (int k = 1; k < operands; k++) {
        LLVMValueRef index = LLVMGetOperand (i, (unsigned) k);
        size[k] = 0;
        if (k > 1 && LLVMGetTypeKind (type) == LLVMStructTypeKind) {
            unsigned field = (unsigned) LLVMConstIntGetZExtValue (index);
            sum += (int64_t) LLVMOffsetOfElement (l->unit->layout, type, field);
            type = LLVMStructGetTypeAtIndex (type, field);
            continue;
        }
        if (k > 1)
            type = LLVMGetElementType (type);
        uint64_t bytes = lower_size (l, type);
        if (index_is_number (index))
            sum += index_number (index) * (int64_t) bytes;
        else
            size[k] = bytes;
    }
    return sum;
}

static void
lower_gep (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAGetElementPtrInst (i));
    int operands = LLVMGetNumOperands (i);
    LLVMValueRef pointer = LLVMGetOperand (i, 0);
    const struct lower_held *h = lower_held (l, pointer);
    uint64_t *size = NEW_ARRAY (uint64_t, (size_t) operands);
    struct address a = {h->operand[0], h->far ? h->offset : 0};
    a.offset += gep_fixed (l, i, size);
    bool wide = lower_shape (l, LLVMTypeOf (i))->leaves != 1;
    if (a.base & VM_CONSTANT) {
        a.base = lower_offset (l, a.base, a.offset);
        a.offset = 0;
    }
    for (int k = 1; k < operands && !wide; k++) {
        if (!size[k])
            continue;
        wide = size[k] > INT32_MAX;
        if (!wide)
            a.base = offset_variable (
                l, a.base, LLVMGetOperand (i, (unsigned) k), size[k]);
    }
    memory_free (size);
    if (wide) {
        lower_hold_unwritten (l, i);
        lower_cut (l, "computes addresses as vectors, or of huge elements");
        return;
    }
    lower_hold_far (l, i, a.base, a.offset);
}

/* ---- loads and stores */

/* LLVM's consume is acquire. */
static uint16_t
order_flags (LLVMValueRef i, LLVMAtomicOrdering order)
{
    bool acquires = order == LLVMAtomicOrderingAcquire
                    || order >= LLVMAtomicOrderingAcquireRelease;
    bool releases = order >= LLVMAtomicOrderingRelease;
    if (LLVMIsAAtomicCmpXchgInst (i)) {
        LLVMAtomicOrdering failing = LLVMGetCmpXchgFailureOrdering (i);
        acquires = acquires
                   && (failing == LLVMAtomicOrderingAcquire
                       || failing >= LLVMAtomicOrderingAcquireRelease);
    }
    uint16_t flags = 0;
    if (!LLVMIsAStoreInst (i) && !acquires)
        flags |= VM_NO_ACQUIRE;
    if (!LLVMIsALoadInst (i) && !releases)
        flags |= VM_NO_RELEASE;
    return flags;
}

static uint16_t
access_flags (LLVMValueRef i, char kind)
{
    assert (kind == 'i' || kind == 'f' || kind == 'p');
    uint16_t flags = kind == 'p' ? VM_POINTER : kind == 'f' ? VM_FLOATING : 0;
    if (LLVMGetVolatile (i))
        flags |= VM_VOLATILE;
    LLVMAtomicOrdering order = LLVMIsAAtomicCmpXchgInst (i)
                                   ? LLVMGetCmpXchgSuccessOrdering (i)
                                   : LLVMGetOrdering (i);
    if (LLVMIsAAtomicCmpXchgInst (i) || LLVMIsAAtomicRMWInst (i)
        || order != LLVMAtomicOrderingNotAtomic) {
        flags |= VM_ATOMIC;
        if (order != LLVMAtomicOrderingSequentiallyConsistent)
            flags |= VM_WEAK;
        flags |= order_flags (i, order);
    }
    return flags;
}

/* The address of a leaf. */
static uint32_t
leaf_address (lowering *l, LLVMValueRef pointer, const struct leaf *leaf)
{
    if (!leaf->offset)
        return lower_operand (l, pointer, 0);
    const struct lower_held *h = lower_held (l, pointer);
    return lower_offset (l, h->operand[0],
                         (h->far ? h->offset : 0) + (int64_t) leaf->offset);
}

static void
lower_load (lowering *l, LLVMValueRef i)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
    LLVMValueRef pointer = LLVMGetOperand (i, 0);
    uint32_t result = lower_result (l, i);
    for (uint32_t k = 0; k < s->leaves; k++) {
        uint32_t address = leaf_address (l, pointer, &s->leaf[k]);
        lower_emit (l, (struct vm_instruction) {
                           .op = VM_LOAD,
                           .width = s->leaf[k].width,
                           .flags = access_flags (i, s->leaf[k].kind),
                           .result = result + k,
                           .a = address});
    }
}

static bool
is_fresh (LLVMValueRef v)
{
    LLVMValueRef f = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
    return f && LLVMIsAFunction (f)
           && !strncmp (lower_symbol (f), COHORT_FRESH,
                        sizeof COHORT_FRESH - 1);
}

static void
lower_store (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAStoreInst (i));
    LLVMValueRef v = LLVMGetOperand (i, 0), pointer = LLVMGetOperand (i, 1);
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    if (is_fresh (v) && s->leaves > STORES_MOST
        && lower_native ("cohort.forget", 2) != VM_NOWHERE) {
        uint64_t size = LLVMStoreSizeOfType (l->unit->layout, LLVMTypeOf (v));
        uint32_t argument[] = {lower_operand (l, pointer, 0),
                               lower_integer (l, size)};
        lower_native_call (l, "cohort.forget", argument, 2, 0, 0, VM_NOWHERE);
        return;
    }
    for (uint32_t k = 0; k < s->leaves; k++) {
        uint32_t value = lower_operand (l, v, k);
        uint32_t address = leaf_address (l, pointer, &s->leaf[k]);
        lower_emit (l, (struct vm_instruction) {
                           .op = VM_STORE,
                           .width = s->leaf[k].width,
                           .flags = access_flags (i, s->leaf[k].kind),
                           .a = address,
                           .b = value});
    }
}

static void
lower_alloca (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAAllocaInst (i));
    LLVMValueRef count = LLVMGetOperand (i, 0);
    uint64_t size = lower_size (l, LLVMGetAllocatedType (i));
    if (!LLVMGetFirstUse (i)) {
        lower_hold_unwritten (l, i);
        return;
    }
    uint32_t n = lower_operand (l, count, 0);
    uint32_t each = lower_integer (l, size);
    lower_emit (l,
                (struct vm_instruction) {
                    .op = VM_ALLOCA,
                    .width = lower_shape (l, LLVMTypeOf (count))->leaf[0].width,
                    .result = lower_result (l, i),
                    .a = n,
                    .b = each});
}

/* ---- atomics */

static int
rmw_op (LLVMAtomicRMWBinOp op)
{
    switch (op) {
    case LLVMAtomicRMWBinOpXchg:
        return VM_RMW_XCHG;
    case LLVMAtomicRMWBinOpAdd:
        return VM_RMW_ADD;
    case LLVMAtomicRMWBinOpSub:
        return VM_RMW_SUB;
    case LLVMAtomicRMWBinOpAnd:
        return VM_RMW_AND;
    case LLVMAtomicRMWBinOpNand:
        return VM_RMW_NAND;
    case LLVMAtomicRMWBinOpOr:
        return VM_RMW_OR;
    case LLVMAtomicRMWBinOpXor:
        return VM_RMW_XOR;
    case LLVMAtomicRMWBinOpMax:
        return VM_RMW_MAX;
    case LLVMAtomicRMWBinOpMin:
        return VM_RMW_MIN;
    case LLVMAtomicRMWBinOpUMax:
        return VM_RMW_UMAX;
    case LLVMAtomicRMWBinOpUMin:
        return VM_RMW_UMIN;
    default:
        return -1;
    }
}

static void
lower_rmw (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAAtomicRMWInst (i));
    int op = rmw_op (LLVMGetAtomicRMWBinOp (i));
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
    if (op < 0 || s->leaves != 1) {
        lower_hold_unwritten (l, i);
        lower_cut (l, "has an atomic operation that is not modelled");
        return;
    }
    uint32_t a = lower_operand (l, LLVMGetOperand (i, 0), 0);
    uint32_t b = lower_operand (l, LLVMGetOperand (i, 1), 0);
    lower_emit (
        l, (struct vm_instruction) {.op = VM_RMW,
                                    .width = s->leaf[0].width,
                                    .flags = access_flags (i, s->leaf[0].kind),
                                    .result = lower_result (l, i),
                                    .a = a,
                                    .b = b,
                                    .c = (uint32_t) op});
}

static void
lower_exchange (lowering *l, LLVMValueRef i)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
    assert (s->leaves == 2);
    uint32_t x[3];
    uint16_t flags = access_flags (i, s->leaf[0].kind);
    if (LLVMGetWeak (i))
        flags |= VM_MAY_FAIL;
    for (unsigned k = 0; k < 3; k++)
        x[k] = lower_operand (l, LLVMGetOperand (i, k), 0);
    lower_emit (l, (struct vm_instruction) {.op = VM_CMPXCHG,
                                            .width = s->leaf[0].width,
                                            .flags = flags,
                                            .result = lower_result (l, i),
                                            .a = x[0],
                                            .b = x[1],
                                            .c = x[2]});
}

bool
lower_memory (lowering *l, LLVMValueRef i, LLVMOpcode op)
{
    switch (op) {
    case LLVMGetElementPtr:
        lower_gep (l, i);
        return true;
    case LLVMLoad:
        lower_load (l, i);
        return true;
    case LLVMStore:
        lower_store (l, i);
        return true;
    case LLVMAlloca:
        lower_alloca (l, i);
        return true;
    case LLVMAtomicRMW:
        lower_rmw (l, i);
        return true;
    case LLVMAtomicCmpXchg:
        lower_exchange (l, i);
        return true;
    case LLVMFence:
        lower_emit (l, (struct vm_instruction) {.op = VM_FENCE});
        return true;
    default:
        return false;
    }
}
