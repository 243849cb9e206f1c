/* instruction.c -- arithmetic, comparisons, casts, and who does the rest.
 */
#include "cohort-llvm/to_vm/internal.h"
#include "cohort-llvm/signed.h"

#include <string.h>

/* ---- what is not modelled */

static bool
is_metadata (LLVMValueRef v)
{
    return LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMMetadataTypeKind;
}

static bool
is_callee (LLVMValueRef i, LLVMValueRef operand)
{
    return (LLVMIsACallInst (i) || LLVMIsAInvokeInst (i))
           && (LLVMIsAFunction (operand) || LLVMIsAInlineAsm (operand)
               || LLVMIsAGlobalAlias (operand));
}

/* Thread-local variables are instructions' operands only here. */
static bool
is_thread_address (LLVMValueRef i)
{
    LLVMValueRef f = LLVMIsACallInst (i) ? LLVMGetCalledValue (i) : NULL;
    return f && LLVMIsAFunction (f)
           && !strncmp (lower_symbol (f), "llvm.threadlocal.address", 24);
}

/* Why an instruction cannot be lowered; null: it can. */
static const char *
instruction_refusal (lowering *l, LLVMValueRef i)
{
    const char *why = NULL;
    int operands = LLVMGetNumOperands (i);
    if (lower_shape (l, LLVMTypeOf (i))->odd)
        return "computes with numbers that are not modelled (above 64 bits, "
               "long double)";
    if (is_thread_address (i) || LLVMIsALandingPadInst (i))
        return NULL;
    for (int k = 0; k < operands; k++) {
        LLVMValueRef v = LLVMGetOperand (i, (unsigned) k);
        if (!v || LLVMIsABasicBlock (v) || is_metadata (v))
            continue;
        if (k == operands - 1 && is_callee (i, v))
            continue;
        if (LLVMIsConstant (v) && !lower_is_thread_address (l, v)
            && !lower_known (l, v, &why))
            return why;
        if (lower_shape (l, LLVMTypeOf (v))->odd)
            return "computes with numbers that are not modelled (above 64 "
                   "bits, long double)";
    }
    return NULL;
}

/* ---- arithmetic */

static int
binary_op (LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd:
        return VM_ADD;
    case LLVMSub:
        return VM_SUB;
    case LLVMMul:
        return VM_MUL;
    case LLVMUDiv:
        return VM_UDIV;
    case LLVMSDiv:
        return VM_SDIV;
    case LLVMURem:
        return VM_UREM;
    case LLVMSRem:
        return VM_SREM;
    case LLVMShl:
        return VM_SHL;
    case LLVMLShr:
        return VM_LSHR;
    case LLVMAShr:
        return VM_ASHR;
    case LLVMAnd:
        return VM_AND;
    case LLVMOr:
        return VM_OR;
    case LLVMXor:
        return VM_XOR;
    case LLVMFAdd:
        return VM_FADD;
    case LLVMFSub:
        return VM_FSUB;
    case LLVMFMul:
        return VM_FMUL;
    case LLVMFDiv:
        return VM_FDIV;
    case LLVMFRem:
        return VM_FREM;
    default:
        return -1;
    }
}

static bool
op_may_wrap (int op)
{
    return op == VM_ADD || op == VM_SUB || op == VM_MUL;
}

static bool
lower_binary (lowering *l, LLVMValueRef i, LLVMOpcode opcode)
{
    int op = opcode == LLVMFNeg ? (int) VM_FNEG : binary_op (opcode);
    if (op < 0)
        return false;
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
    bool one = op == VM_FNEG;
    uint16_t flags = op_may_wrap (op) && l->overflow && LLVMGetNSW (i)
                         ? VM_SIGNED_WRAP_FAULT
                         : 0;
    if (op_may_wrap (op) && signed_may_wrap (l->unit, i))
        flags |= VM_SIGNED;
    uint32_t result = lower_result (l, i);
    for (uint32_t k = 0; k < s->leaves; k++)
        lower_emit (
            l, (struct vm_instruction) {
                   .op = (uint8_t) op,
                   .width = s->leaf[k].width,
                   .flags = flags,
                   .result = result + k,
                   .a = lower_operand (l, LLVMGetOperand (i, 0), k),
                   .b = one ? 0 : lower_operand (l, LLVMGetOperand (i, 1), k)});
    return true;
}

static bool
lower_comparison (lowering *l, LLVMValueRef i, LLVMOpcode op)
{
    if (op != LLVMICmp && op != LLVMFCmp)
        return false;
    LLVMValueRef a = LLVMGetOperand (i, 0), b = LLVMGetOperand (i, 1);
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (a));
    uint16_t how = op == LLVMICmp
                       ? (uint16_t) (LLVMGetICmpPredicate (i) - LLVMIntEQ)
                       : (uint16_t) LLVMGetFCmpPredicate (i);
    uint32_t *x = NEW_ARRAY (uint32_t, 2 * s->leaves + 1);
    for (uint32_t k = 0; k < s->leaves; k++) {
        x[2 * k] = lower_operand (l, a, k);
        x[2 * k + 1] = lower_operand (l, b, k);
    }
    uint32_t result = lower_result (l, i);
    for (uint32_t k = 0; k < s->leaves; k++)
        lower_emit (l, (struct vm_instruction) {.op = op == LLVMICmp ? VM_ICMP
                                                                     : VM_FCMP,
                                                .width = s->leaf[k].width,
                                                .flags = how,
                                                .result = result + k,
                                                .a = x[2 * k],
                                                .b = x[2 * k + 1]});
    memory_free (x);
    return true;
}

/* ---- casts */

static int
cast_op (LLVMOpcode op)
{
    switch (op) {
    case LLVMTrunc:
        return VM_TRUNC;
    case LLVMZExt:
        return VM_ZEXT;
    case LLVMSExt:
        return VM_SEXT;
    case LLVMFPToUI:
        return VM_FPTOUI;
    case LLVMFPToSI:
        return VM_FPTOSI;
    case LLVMUIToFP:
        return VM_UITOFP;
    case LLVMSIToFP:
        return VM_SITOFP;
    case LLVMFPTrunc:
        return VM_FPTRUNC;
    case LLVMFPExt:
        return VM_FPEXT;
    case LLVMPtrToInt:
        return VM_PTRTOINT;
    case LLVMIntToPtr:
        return VM_INTTOPTR;
    default:
        return -1;
    }
}

/* Equal leaves in number and width: only another name.  Else the bits are put
 * together and taken apart, if they are at most 64. */
static void
lower_bitcast (lowering *l, LLVMValueRef i)
{
    assert (LLVMGetNumOperands (i) == 1);
    LLVMValueRef v = LLVMGetOperand (i, 0);
    const struct lower_shape *to = lower_shape (l, LLVMTypeOf (i));
    const struct lower_shape *from = lower_shape (l, LLVMTypeOf (v));
    const struct lower_held *h = lower_held (l, v);
    unsigned width = 0, at = 0;
    if (to->leaves == from->leaves && h->far) {
        lower_hold_far (l, i, h->operand[0], h->offset);
        return;
    }
    if (to->leaves == from->leaves) {
        lower_hold (l, i, h->operand, h->leaves);
        return;
    }
    for (uint32_t k = 0; k < from->leaves; k++)
        width += from->leaf[k].width;
    if (width > 64) {
        lower_hold_unwritten (l, i);
        lower_cut (l, "takes vectors of more than 64 bits apart");
        return;
    }
    uint32_t all = lower_integer (l, 0);
    for (uint32_t k = 0; k < from->leaves; k++) {
        uint32_t x = h->operand[k];
        if (from->leaf[k].width < width)
            x = lower_cast (l, VM_ZEXT, width, from->leaf[k].width, x);
        if (at)
            x = lower_op (l, VM_SHL, width, x, lower_integer (l, at));
        all = k ? lower_op (l, VM_OR, width, all, x) : x;
        at += from->leaf[k].width;
    }
    uint32_t part[64] = {0};
    for (uint32_t k = 0, from_bit = 0; k < to->leaves && k < 64; k++) {
        part[k] = from_bit ? lower_op (l, VM_LSHR, width, all,
                                       lower_integer (l, from_bit))
                           : all;
        if (to->leaf[k].width < width)
            part[k] =
                lower_cast (l, VM_TRUNC, to->leaf[k].width, width, part[k]);
        from_bit += to->leaf[k].width;
    }
    lower_hold (l, i, part, to->leaves);
}

static bool
lower_casts (lowering *l, LLVMValueRef i, LLVMOpcode opcode)
{
    if (opcode == LLVMBitCast || opcode == LLVMAddrSpaceCast) {
        lower_bitcast (l, i);
        return true;
    }
    int op = cast_op (opcode);
    if (op < 0)
        return false;
    LLVMValueRef v = LLVMGetOperand (i, 0);
    const struct lower_shape *to = lower_shape (l, LLVMTypeOf (i));
    const struct lower_shape *from = lower_shape (l, LLVMTypeOf (v));
    uint32_t a = from->leaves == 1 ? lower_operand (l, v, 0) : 0;
    uint32_t result = lower_result (l, i);
    for (uint32_t k = 0; k < to->leaves; k++) {
        unsigned width =
            op == VM_INTTOPTR ? from->leaf[k].width : to->leaf[k].width;
        lower_emit (l, (struct vm_instruction) {
                           .op = (uint8_t) op,
                           .width = (uint8_t) width,
                           .result = result + k,
                           .a = from->leaves == 1 ? a : lower_operand (l, v, k),
                           .c = from->leaf[k].width});
    }
    return true;
}

/* ---- others */

static bool
lower_choice (lowering *l, LLVMValueRef i, LLVMOpcode op)
{
    if (op != LLVMSelect && op != LLVMFreeze)
        return false;
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (i));
    LLVMValueRef v[3] = {NULL, NULL, NULL};
    int operands = LLVMGetNumOperands (i);
    for (int k = 0; k < operands; k++)
        v[k] = LLVMGetOperand (i, (unsigned) k);
    bool each = op == LLVMSelect
                && lower_shape (l, LLVMTypeOf (v[0]))->leaves == s->leaves;
    uint32_t *x = NEW_ARRAY (uint32_t, 3 * s->leaves + 1);
    for (uint32_t k = 0; k < s->leaves; k++)
        for (int n = 0; n < operands; n++)
            x[3 * k + (uint32_t) n] =
                lower_operand (l, v[n], n || each || op == LLVMFreeze ? k : 0);
    uint32_t result = lower_result (l, i);
    for (uint32_t k = 0; k < s->leaves; k++)
        lower_emit (l, (struct vm_instruction) {
                           .op = op == LLVMSelect ? VM_SELECT : VM_FREEZE,
                           .width = s->leaf[k].width,
                           .result = result + k,
                           .a = x[3 * k],
                           .b = x[3 * k + 1],
                           .c = x[3 * k + 2]});
    memory_free (x);
    return true;
}

void
lower_instruction (lowering *l, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode (i);
    lower_place (l, i);
    const char *why = instruction_refusal (l, i);
    if (why) {
        lower_hold_unwritten (l, i);
        lower_cut (l, "%s", why);
        return;
    }
    if (LLVMIsATerminatorInst (i))
        lower_terminator (l, i);
    else if (op == LLVMCall)
        lower_call (l, i);
    else if (op == LLVMLandingPad)
        lower_landing (l, i);
    else if (!lower_binary (l, i, op) && !lower_comparison (l, i, op)
             && !lower_casts (l, i, op) && !lower_choice (l, i, op)
             && !lower_memory (l, i, op) && !lower_aggregate (l, i, op)) {
        lower_hold_unwritten (l, i);
        lower_cut (l, "has an instruction that is not modelled");
    }
}
