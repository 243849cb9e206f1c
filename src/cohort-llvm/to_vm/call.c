/* call.c -- calls: of functions, of natives, through pointers. */
#include "cohort-llvm/to_vm/internal.h"
#include "program/trail/inputs.h"

#include <string.h>

#include "vm/library/native.h"

struct vec_operand VEC (uint32_t);

struct call {
    LLVMValueRef call;
    LLVMTypeRef type;   /* of the function, as the call sees it */
    unsigned arguments; /* of LLVM */
    uint32_t landing;   /* label, or VM_NOWHERE */
    struct vec_operand operand;
};

static LLVMTypeRef
argument_by_value (LLVMValueRef call, unsigned index)
{
    unsigned kind = LLVMGetEnumAttributeKindForName ("byval", 5);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute (
        call, (LLVMAttributeIndex) (index + 1), kind);
    return a ? LLVMGetTypeAttributeValue (a) : NULL;
}

static void
argument_push (lowering *l, struct call *c, unsigned index)
{
    assert (index < c->arguments);
    LLVMValueRef v = LLVMGetOperand (c->call, index);
    uint32_t leaves = lower_shape (l, LLVMTypeOf (v))->leaves;
    for (uint32_t k = 0; k < leaves; k++)
        VEC_PUSH (c->operand, lower_operand (l, v, k));
}

/* ---- further arguments of variadic functions: slots as wide as a pointer */

static void
slot_push (lowering *l, struct call *c, uint32_t operand, unsigned width)
{
    assert (width && width <= 64);
    if (width <= l->pointer_bits) {
        VEC_PUSH (c->operand, operand);
        return;
    }
    uint32_t high = lower_op (l, VM_LSHR, 64, operand, lower_integer (l, 32));
    VEC_PUSH (c->operand, lower_cast (l, VM_TRUNC, 32, 64, operand));
    VEC_PUSH (c->operand, lower_cast (l, VM_TRUNC, 32, 64, high));
}

/* An object that is passed whole: word by word. */
static void
object_push (lowering *l, struct call *c, uint32_t pointer, uint64_t size)
{
    unsigned word = l->pointer_bits / 8;
    for (uint64_t at = 0; at < size; at += word) {
        uint64_t bytes = size - at < word ? size - at : word;
        uint32_t from = lower_offset (l, pointer, (int64_t) at);
        unsigned width = (unsigned) bytes * 8;
        uint32_t r = lower_register_of (l, 'i', width);
        lower_emit (l, (struct vm_instruction) {.op = VM_LOAD,
                                                .width = (uint8_t) width,
                                                .result = r,
                                                .a = from});
        VEC_PUSH (c->operand, r);
    }
}

static void
further_push (lowering *l, struct call *c, unsigned index)
{
    assert (index < c->arguments);
    LLVMValueRef v = LLVMGetOperand (c->call, index);
    LLVMTypeRef whole = argument_by_value (c->call, index);
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (v));
    if (whole) {
        object_push (l, c, lower_operand (l, v, 0), lower_size (l, whole));
        return;
    }
    for (uint32_t k = 0; k < s->leaves; k++)
        slot_push (l, c, lower_operand (l, v, k), s->leaf[k].width);
}

/* ---- calls */

static void
call_emit (lowering *l, const struct call *c, enum vm_op op, uint32_t callee,
           uint32_t result, uint32_t results, uint16_t flags)
{
    assert (op == VM_CALL || op == VM_CALL_POINTER || op == VM_NATIVE);
    uint32_t list = lower_list (l, (uint32_t) c->operand.size);
    for (size_t k = 0; k < c->operand.size; k++)
        lower_list (l, c->operand.at[k]);
    lower_list (l, results);
    lower_emit (l, (struct vm_instruction) {.op = (uint8_t) op,
                                            .flags = flags,
                                            .result = result,
                                            .a = callee,
                                            .b = list,
                                            .c = c->landing});
}

/* An argument where a parameter of another type is: a call without prototype.
 * False: it cannot be said what arrives. */
static bool
argument_fit (lowering *l, struct call *c, unsigned index, LLVMTypeRef type)
{
    LLVMValueRef v = LLVMGetOperand (c->call, index);
    const struct lower_shape *from = lower_shape (l, LLVMTypeOf (v));
    const struct lower_shape *to = lower_shape (l, type);
    bool same = from->leaves == to->leaves && !to->odd;
    for (uint32_t k = 0; k < to->leaves && same; k++)
        same = from->leaf[k].width == to->leaf[k].width
               && (from->leaf[k].kind == 'f') == (to->leaf[k].kind == 'f');
    if (same) {
        argument_push (l, c, index);
        return true;
    }
    if (from->leaves != 1 || to->leaves != 1 || from->leaf[0].kind == 'f'
        || to->leaf[0].kind != 'i' || to->leaf[0].width > from->leaf[0].width)
        return false;
    uint32_t x = lower_operand (l, v, 0);
    if (from->leaf[0].kind == 'p')
        x = lower_cast (l, VM_PTRTOINT, l->pointer_bits, l->pointer_bits, x);
    VEC_PUSH (c->operand, lower_cast (l, VM_TRUNC, to->leaf[0].width,
                                      from->leaf[0].width, x));
    return true;
}

static bool
arguments_fit (lowering *l, struct call *c, LLVMTypeRef type)
{
    unsigned fixed = LLVMCountParamTypes (type);
    LLVMTypeRef *parameter = NEW_ARRAY (LLVMTypeRef, fixed + 1);
    bool good = true;
    LLVMGetParamTypes (type, parameter);
    for (unsigned k = 0; k < fixed && good; k++) {
        const struct lower_shape *s = lower_shape (l, parameter[k]);
        if (k < c->arguments)
            good = argument_fit (l, c, k, parameter[k]);
        for (uint32_t n = 0; k >= c->arguments && n < s->leaves; n++)
            VEC_PUSH (c->operand,
                      lower_constant (l, vm_unwritten (s->leaf[n].width)));
    }
    memory_free (parameter);
    for (unsigned k = fixed; k < c->arguments && LLVMIsFunctionVarArg (type);
         k++)
        further_push (l, c, k);
    return good;
}

static bool
results_equal (const struct lower_shape *a, const struct lower_shape *b)
{
    bool same = a->leaves == b->leaves && !a->odd && !b->odd;
    for (uint32_t k = 0; k < a->leaves && same; k++)
        same = a->leaf[k].width == b->leaf[k].width;
    return same;
}

/* The results of the callee, whatever the call expects. */
static uint32_t
results_make (lowering *l, const struct lower_shape *s)
{
    uint32_t first = l->registers;
    for (uint32_t k = 0; k < s->leaves; k++)
        lower_register (l, &s->leaf[k]);
    return first;
}

static void
call_body (lowering *l, struct call *c, LLVMValueRef f)
{
    assert (lower_has_body (f));
    LLVMTypeRef type = LLVMGlobalGetValueType (f);
    const struct lower_shape *wanted = lower_shape (l, LLVMTypeOf (c->call));
    const struct lower_shape *given = lower_shape (l, LLVMGetReturnType (type));
    if (!arguments_fit (l, c, type)) {
        lower_hold_unwritten (l, c->call);
        lower_cut (l, "calls %s with arguments of other types",
                   lower_symbol (f));
        return;
    }
    bool same = results_equal (wanted, given);
    uint32_t result =
        same ? lower_result (l, c->call) : results_make (l, given);
    if (!same)
        lower_hold_unwritten (l, c->call);
    call_emit (l, c, VM_CALL, lower_function_number (l, f), result,
               given->leaves, LLVMIsFunctionVarArg (type) ? VM_VARIADIC : 0);
    if (!same && wanted->leaves && given->leaves)
        lower_cut (l, "takes the result of %s for another type",
                   lower_symbol (f));
}

/* A pointer does not fit into the int of a function that was not declared. */
static bool
native_fits (lowering *l, LLVMValueRef call, uint32_t native)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (call));
    return !s->leaves || vm_native_at (native)->width != 255
           || s->leaf[0].width == l->pointer_bits;
}

static void
call_native (lowering *l, struct call *c, const char *name, uint32_t native)
{
    assert (native < vm_natives ());
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (c->call));
    if (!native_fits (l, c->call, native) || s->leaves > VM_NATIVE_RESULTS) {
        lower_hold_unwritten (l, c->call);
        lower_cut (l, "calls %s, which has another type", name);
        return;
    }
    for (unsigned k = 0; k < c->arguments; k++)
        argument_push (l, c, k);
    uint32_t result = lower_result (l, c->call);
    call_emit (l, c, VM_NATIVE, native, result, s->leaves,
               LLVMIsFunctionVarArg (c->type) ? VM_VARIADIC : 0);
}

/* Neither a body nor a native: a cut, or an arbitrary result. */
static void
call_unknown (lowering *l, struct call *c, const char *name)
{
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (c->call));
    bool pure = l->unit->options.pure_externals && !harness_is_library (name)
                && !call_has (c->call, LLVMAttributeFunctionIndex, "noreturn")
                && !(c->arguments && call_has (c->call, 1, "sret"));
    if (!pure) {
        lower_hold_unwritten (l, c->call);
        lower_cut (l, "calls %s, which is not modelled", name);
        return;
    }
    uint32_t result = lower_result (l, c->call);
    for (uint32_t k = 0; k < s->leaves; k++)
        lower_emit (
            l, (struct vm_instruction) {
                   .op = VM_FREEZE,
                   .width = s->leaf[k].width,
                   .result = result + k,
                   .a = lower_constant (l, vm_unwritten (s->leaf[k].width))});
}

static void
call_pointer (lowering *l, struct call *c, LLVMValueRef pointer)
{
    assert (!LLVMIsAFunction (pointer));
    bool variadic = LLVMIsFunctionVarArg (c->type);
    unsigned fixed = LLVMCountParamTypes (c->type);
    const struct lower_shape *s = lower_shape (l, LLVMTypeOf (c->call));
    uint32_t callee = lower_operand (l, pointer, 0);
    for (unsigned k = 0; k < c->arguments; k++)
        if (k < fixed)
            argument_push (l, c, k);
        else
            further_push (l, c, k);
    uint32_t result = lower_result (l, c->call);
    call_emit (l, c, VM_CALL_POINTER, callee, result, s->leaves,
               variadic ? VM_VARIADIC : 0);
}

static bool
begins (const char *name, const char *prefix)
{
    return !strncmp (name, prefix, strlen (prefix));
}

static void
call_named (lowering *l, struct call *c, LLVMValueRef f)
{
    const char *name = lower_symbol (f);
    uint32_t native = lower_native (name, c->arguments);
    if (lower_has_body (f))
        call_body (l, c, f);
    else if (native != VM_NOWHERE)
        call_native (l, c, name, native);
    else
        call_unknown (l, c, name);
}

void
lower_call (lowering *l, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMGetCalledValue (i), f = lower_callee (callee);
    const char *name = f ? lower_symbol (f) : "";
    struct call c = {.call = i,
                     .type = LLVMGetCalledFunctionType (i),
                     .arguments = LLVMGetNumArgOperands (i),
                     .landing = VM_NOWHERE};
    if (LLVMIsAInlineAsm (callee)) {
        lower_assembly (l, i);
        return;
    }
    if (begins (name, COHORT_FRESH)) {
        lower_hold_unwritten (l, i);
        return;
    }
    if (begins (name, "llvm.")) {
        if (!lower_intrinsic (l, i, name + 5)) {
            lower_hold_unwritten (l, i);
            lower_cut (l, "uses %s, which is not modelled", name);
        }
        return;
    }
    const char *why = NULL;
    if (LLVMIsAInvokeInst (i)
        && !lower_edge_unwinding (l, LLVMGetInstructionParent (i),
                                  LLVMGetUnwindDest (i), &c.landing, &why)) {
        lower_hold_unwritten (l, i);
        lower_cut (l, "%s", why);
        return;
    }
    if (f)
        call_named (l, &c, f);
    else
        call_pointer (l, &c, callee);
    VEC_CLEAR (c.operand);
}

/* ---- assembly */

/* What does nothing to what is modelled. */
static bool
assembly_is_idle (const char *text)
{
    static const char *const idle[] = {"", "nop", "pause", "rep; nop",
                                       "rep;nop"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        if (!strcmp (text, idle[i]))
            return true;
    return false;
}

void
lower_assembly (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAInlineAsm (LLVMGetCalledValue (i)));
    size_t size;
    const char *text =
        LLVMGetInlineAsmAsmString (LLVMGetCalledValue (i), &size);
    char all[80];
    size_t begin = 0, end = size;
    while (begin < end && strchr (" \t\n;", text[begin]))
        begin++;
    while (end > begin && strchr (" \t\n;", text[end - 1]))
        end--;
    size = end - begin < sizeof all - 1 ? end - begin : sizeof all - 1;
    memcpy (all, text + begin, size);
    all[size] = 0;
    bool results = lower_shape (l, LLVMTypeOf (i))->leaves;
    lower_hold_unwritten (l, i);
    if (!results && !strcmp (all, "mfence"))
        lower_emit (l, (struct vm_instruction) {.op = VM_FENCE});
    else if (results || !assembly_is_idle (all))
        lower_cut (l, "has assembly: %s", all);
}

/* ---- landing pads */

/* (kind, operand), .. of the clauses.  False: a type is not modelled. */
static bool
clauses_collect (lowering *l, LLVMValueRef i, struct vec_operand *list,
                 const char **why)
{
    unsigned clauses = LLVMGetNumClauses (i);
    const struct lower_held *h = NULL;
    for (unsigned k = 0; k < clauses; k++) {
        LLVMValueRef clause = LLVMGetClause (i, k);
        LLVMTypeRef type = LLVMTypeOf (clause);
        bool filter = LLVMGetTypeKind (type) == LLVMArrayTypeKind;
        unsigned n = filter ? (unsigned) LLVMGetArrayLength2 (type) : 1;
        if (filter) {
            VEC_PUSH (*list, VM_FILTER);
            VEC_PUSH (*list, n);
        }
        for (unsigned j = 0; j < n; j++) {
            LLVMValueRef t =
                filter ? LLVMGetAggregateElement (clause, j) : clause;
            if (!(h = lower_known (l, t, why)))
                return false;
            VEC_PUSH (*list,
                      !filter && LLVMIsNull (t) ? VM_CATCH_ALL : VM_CATCH);
            VEC_PUSH (*list, h->operand[0]);
        }
    }
    return true;
}

void
lower_landing (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsALandingPadInst (i));
    struct vec_operand list = {0};
    const char *why = NULL;
    bool good = clauses_collect (l, i, &list, &why);
    if (!good)
        list.size = 0; /* it lands here, whatever it is, and is cut */
    if (!good || LLVMIsCleanup (i)) {
        VEC_PUSH (list, good ? VM_CLEANUP : VM_CATCH_ALL);
        VEC_PUSH (list, lower_integer (l, 0));
    }
    uint32_t at = (uint32_t) l->code->list.size;
    for (size_t k = 0; k < list.size; k++)
        lower_list (l, list.at[k]);
    lower_emit (l, (struct vm_instruction) {.op = VM_LANDING,
                                            .result = lower_result (l, i),
                                            .a = at,
                                            .b = (uint32_t) list.size / 2});
    VEC_CLEAR (list);
    if (!good)
        lower_cut (l, "catches by a type: %s", why);
}
