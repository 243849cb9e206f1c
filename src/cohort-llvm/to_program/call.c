/* call.c -- calls: of procedures, of the library, through pointers.
 */
#include "cohort-llvm/library/library.h"
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

enum { CALLEES_MOST = 4096 }; /* of one call through a pointer */

/* Functions that mean what verifiers agreed on, even if there is a body; an
 * assertion's own body says it as well, and an input that is a pointer (to a
 * string of any length, say) is what its body makes it. */
static bool
is_convention (LLVMValueRef function, const char *name)
{
    static const char *const known[] = {"reach_error", "__assert_fail",
                                        "__assert", "__assert_rtn"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp (name, known[i]))
            return library_knows (name);
    return !strncmp (name, "__VERIFIER_", 11)
           && strcmp (name, "__VERIFIER_assert")
           && !function_returns_pointer (function) && library_knows (name);
}

/* A value where another type is expected: calls without a prototype pass 0 for
 * a null pointer.  No leaves: it cannot be said what arrives. */
static struct translated_value
call_convert (translation *t, struct translated_value v, LLVMTypeRef from,
              LLVMTypeRef to)
{
    bool to_pointer = LLVMGetTypeKind (to) == LLVMPointerTypeKind;
    bool from_pointer = LLVMGetTypeKind (from) == LLVMPointerTypeKind;
    if (from == to)
        return v;
    if (to_pointer && type_bits (from) == t->width && !type_is_float (from))
        return pointer_from_flat (t, v.leaf[0]);
    if (from_pointer && type_bits (to) == t->width && !type_is_float (to))
        return value_one (t, pointer_flat (t, v));
    return (struct translated_value) {0};
}

/* Parameters that the call does not give are arbitrary; what it gives beyond
 * them is not seen.  False: one does not fit. */
static bool
call_arguments (translation *t, LLVMValueRef call, LLVMValueRef function,
                struct term_vec *value)
{
    unsigned given = LLVMGetNumArgOperands (call);
    unsigned params = LLVMCountParams (function);
    for (unsigned i = 0; i < params; i++) {
        LLVMTypeRef to = LLVMTypeOf (LLVMGetParam (function, i));
        struct translated_value v = i < given ? operand_value (t, call, i)
                                              : value_any (t, to, "missing");
        if (i < given)
            v = call_convert (t, v, LLVMTypeOf (LLVMGetOperand (call, i)), to);
        if (v.leaves != value_leaves (t, to))
            return false;
        for (size_t j = 0; j < v.leaves; j++)
            VEC_PUSH (*value, v.leaf[j]);
    }
    return true;
}

/* What the caller makes of the results. */
static struct translated_value
call_result (translation *t, LLVMValueRef call, LLVMTypeRef given,
             struct translated_value result)
{
    LLVMTypeRef type = LLVMTypeOf (call);
    if (LLVMGetTypeKind (type) == LLVMVoidTypeKind)
        return (struct translated_value) {0};
    if (LLVMGetTypeKind (given) == LLVMVoidTypeKind)
        return value_any (t, type, "any");
    struct translated_value v = call_convert (t, result, given, type);
    if (v.leaves == value_leaves (t, type))
        return v;
    emit_cut (t, "a call with other types than the function's");
    return value_any (t, type, "any");
}

static struct translated_value
call_procedure (translation *t, LLVMValueRef call, LLVMValueRef function,
                uint32_t index)
{
    LLVMTypeRef given = LLVMGetReturnType (LLVMGlobalGetValueType (function));
    struct translated_value result = value_new (t, value_leaves (t, given));
    struct term_vec value = {0};
    if (!call_arguments (t, call, function, &value)) {
        VEC_CLEAR (value);
        emit_cut (t, "a call with other types than the function's");
        return value_any (t, LLVMTypeOf (call), "any");
    }
    assert (value.size == t->program->procedure.at[index].in.size);
    for (size_t i = 0; i < result.leaves; i++)
        result.leaf[i] = translate_register (t, call, i, result.leaves,
                                             leaf_sort (t, given, i));
    emit_call (t, index, result.leaf, result.leaves, value.at, value.size);
    VEC_CLEAR (value);
    return call_result (t, call, given, result);
}

static struct translated_value
call_function (translation *t, LLVMValueRef call, LLVMValueRef function,
               bool *ends)
{
    assert (LLVMIsAFunction (function));
    const char *name = value_name (function);
    uint32_t procedure = translate_procedure (t, function);
    if (procedure != PROGRAM_NONE && !is_convention (function, name))
        return call_procedure (t, call, function, procedure);
    if (library_check (t, call, name))
        return value_any (t, LLVMTypeOf (call), "any");
    return library_call (t, call, name, ends);
}

/* ---- through a pointer */

struct call_indirect {
    LLVMValueRef call;
    const term *object;
    struct translated_value result; /* locals that every callee sets */
    uint32_t after;
    struct term_vec other; /* it is none of those before */
};

static void
indirect_case (translation *t, struct call_indirect *x, LLVMValueRef function,
               uint32_t from)
{
    struct translated_value pointer = value_of (t, function);
    assert (pointer.leaves == 2 && x->object);
    const term *is = bits_equal (t, x->object, pointer_object (pointer));
    VEC_PUSH (x->other, term_not (t->terms, is));
    if (term_is_false (is))
        return;
    uint32_t block = emit_block (t, "callee");
    emit_at (t, from);
    emit_goto (t, block);
    emit_at (t, block);
    emit_assume (t, is);
    bool ends = false;
    struct translated_value result =
        call_function (t, x->call, function, &ends);
    if (ends) {
        emit_assume (t, term_false (t->terms));
        return;
    }
    assert (result.leaves == x->result.leaves);
    for (size_t i = 0; i < result.leaves; i++)
        emit_assign (t, x->result.leaf[i], result.leaf[i]);
    emit_goto (t, x->after);
}

/* Whatever else is called: not valid if all callees are known. */
static void
indirect_else (translation *t, struct call_indirect *x, uint32_t from,
               bool complete)
{
    uint32_t block = emit_block (t, "callee");
    emit_at (t, from);
    emit_goto (t, block);
    emit_at (t, block);
    emit_assume (t, term_and (t->terms, x->other.at, x->other.size));
    if (!complete) {
        emit_cut (t, "call of an unknown function");
        return;
    }
    emit_assert (t, term_false (t->terms), CHECK_DEREF,
                 "a pointer that is called is no function");
    emit_assume (t, term_false (t->terms));
}

static struct translated_value
call_indirect (translation *t, LLVMValueRef call)
{
    static const size_t most = CALLEES_MOST;
    LLVMTypeRef type = LLVMTypeOf (call);
    LLVMValueRef *callee = NEW_ARRAY (LLVMValueRef, most);
    bool complete;
    size_t callees =
        regions_callees (t->regions, call, callee, most, &complete);
    if (callees > most) {
        callees = most;
        complete = false;
    }
    struct call_indirect x = {.call = call};
    x.object = term_settle (
        t, pointer_object (value_of (t, LLVMGetCalledValue (call))));
    x.result = value_new (t, value_leaves (t, type));
    for (size_t i = 0; i < x.result.leaves; i++)
        x.result.leaf[i] = translate_register (t, call, i, x.result.leaves,
                                               leaf_sort (t, type, i));
    uint32_t from = t->block;
    x.after = emit_block (t, "called");
    for (size_t i = 0; i < callees; i++)
        indirect_case (t, &x, callee[i], from);
    indirect_else (t, &x, from, complete);
    emit_at (t, x.after);
    VEC_CLEAR (x.other);
    memory_free (callee);
    return x.result;
}

/* ---- all calls */

/* Assembly without text and results is a barrier for compilers. */
static struct translated_value
call_assembly (translation *t, LLVMValueRef call, LLVMValueRef assembly)
{
    size_t size;
    LLVMTypeRef type = LLVMTypeOf (call);
    LLVMGetInlineAsmAsmString (assembly, &size);
    bool nothing = !size && LLVMGetTypeKind (type) == LLVMVoidTypeKind;
    for (unsigned i = 0; nothing && i < LLVMGetNumArgOperands (call); i++)
        nothing = LLVMGetTypeKind (LLVMTypeOf (LLVMGetOperand (call, i)))
                  != LLVMPointerTypeKind;
    if (!nothing)
        emit_cut (t, "inline assembly");
    return value_any (t, type, "any");
}

/* The C variable whose bytes these are. */
static const char *
fresh_name (translation *t, LLVMValueRef call)
{
    unsigned kind =
        LLVMGetMDKindIDInContext (t->unit->context, "cohort.name", 11);
    LLVMValueRef node = LLVMGetMetadata (call, kind);
    if (!node || LLVMGetMDNodeNumOperands (node) != 1)
        return "";
    LLVMValueRef part;
    unsigned size;
    LLVMGetMDNodeOperands (node, &part);
    const char *name = part ? LLVMGetMDString (part, &size) : NULL;
    return name ? name : "";
}

static struct translated_value
call_fresh (translation *t, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMTypeOf (call);
    const char *name = fresh_name (t, call);
    if (LLVMGetFirstUse (call))
        mark_unchecked (t->program, "uninit");
    struct translated_value v = value_new (t, value_leaves (t, type));
    for (size_t i = 0; i < v.leaves; i++) {
        v.leaf[i] = *name ? emit_local (t, name, leaf_sort (t, type, i))
                          : translate_register (t, call, i, v.leaves,
                                                leaf_sort (t, type, i));
        emit_havoc (t, v.leaf[i], MARK_UNINITIALISED, name);
    }
    return v;
}

static void
call_access (translation *t, LLVMValueRef call)
{
    assert (LLVMGetNumArgOperands (call) == 3);
    const term *bytes =
        bits_resize (t, operand_term (t, call, 1), t->width, false);
    memory_check (t, LLVMGetOperand (call, 0), bytes,
                  !bits_are (operand_term (t, call, 2), 0));
}

/* Functions of our own and of LLVM.  False: neither. */
static bool
call_special (translation *t, LLVMValueRef call, const char *name,
              struct translated_value *result, bool *ends)
{
    if (!strncmp (name, COHORT_FRESH, sizeof COHORT_FRESH - 1)) {
        *result = call_fresh (t, call);
        return true;
    }
    if (!strcmp (name, COHORT_ACCESS)) {
        call_access (t, call);
        return true;
    }
    if (!strcmp (name, COHORT_SCOPE)) {
        memory_scope (t, LLVMGetOperand (call, 0),
                      !bits_are (operand_term (t, call, 1), 0));
        return true;
    }
    if (!strcmp (name, COHORT_KEEP))
        return true;
    if (strncmp (name, "llvm.", 5))
        return false;
    if (translate_intrinsic (t, call, name, result, ends))
        return true;
    emit_cut (t, name);
    *result = value_any (t, LLVMTypeOf (call), "any");
    return true;
}

struct translated_value
translate_call (translation *t, LLVMValueRef call, bool *ends)
{
    LLVMValueRef callee = LLVMGetCalledValue (call);
    struct translated_value result = {0};
    if (LLVMIsAInlineAsm (callee))
        return call_assembly (t, call, callee);
    while (LLVMIsAGlobalAlias (callee))
        callee = LLVMAliasGetAliasee (callee);
    if (!LLVMIsAFunction (callee))
        return call_indirect (t, call);
    if (call_special (t, call, value_name (callee), &result, ends))
        return result;
    return call_function (t, call, callee, ends);
}
