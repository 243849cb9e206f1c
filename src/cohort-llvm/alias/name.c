/* name.c -- what people call regions: by C's names of the variables.
 *
 * llvm.dbg.declare tells the variable of a local; clang drops LLVM's names. */
#include "cohort-llvm/alias/internal.h"

#include <inttypes.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

static const char *
llvm_name (LLVMValueRef v)
{
    size_t length;
    return LLVMGetValueName2 (v, &length);
}

/* Operand 1 of a DILocalVariable. */
static const char *
variable_name (LLVMValueRef variable)
{
    LLVMValueRef operand[16];
    unsigned size;
    int count = LLVMGetMDNodeNumOperands (variable);
    if (count < 2 || count > 16)
        return NULL;
    LLVMGetMDNodeOperands (variable, operand);
    return operand[1] ? LLVMGetMDString (operand[1], &size) : NULL;
}

static LLVMValueRef
declared_object (LLVMValueRef declare)
{
    assert (LLVMIsACallInst (declare));
    LLVMValueRef address = LLVMGetOperand (declare, 0), v = NULL;
    if (LLVMGetMDNodeNumOperands (address) == 1)
        LLVMGetMDNodeOperands (address, &v);
    return v;
}

static struct thing *
thing_of (struct alias_graph *g, LLVMValueRef v)
{
    uint64_t *found =
        map_get (&g->thing_of, map_number ((uint64_t) (uintptr_t) v));
    return found ? &g->thing.at[*found - 1] : NULL;
}

static void
declares_name (struct alias_graph *g, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i)) {
            LLVMValueRef called =
                LLVMIsACallInst (i) ? call_function (i) : NULL;
            if (!called || strcmp (llvm_name (called), "llvm.dbg.declare"))
                continue;
            LLVMValueRef object = declared_object (i);
            struct thing *t = object ? thing_of (g, object) : NULL;
            const char *name = variable_name (LLVMGetOperand (i, 1));
            if (t && name && !t->name) {
                t->name = arena_string (&g->arena, name);
                t->type = variable_type (LLVMGetOperand (i, 1));
            }
        }
}

static LLVMValueRef
thing_function (LLVMValueRef v)
{
    if (LLVMIsAInstruction (v))
        return LLVMGetBasicBlockParent (LLVMGetInstructionParent (v));
    return LLVMIsAArgument (v) ? LLVMGetParamParent (v) : NULL;
}

static void
thing_name (struct alias_graph *g, struct thing *t, unsigned number)
{
    struct text name;
    assert (!t->name);
    text_init (&name);
    LLVMValueRef f = thing_function (t->value);
    if (LLVMIsACallInst (t->value)) {
        LLVMValueRef called = call_function (t->value);
        text_print (&name, "%s:%u", called ? llvm_name (called) : "call",
                    LLVMGetDebugLocLine (t->value));
    } else if (*llvm_name (t->value)) {
        text_add (&name, llvm_name (t->value));
    } else {
        text_print (&name, "%s:%u", f ? llvm_name (f) : "global", number);
    }
    t->name = arena_string (&g->arena, text_view (&name));
    text_clear (&name);
}

void
things_name (struct alias_graph *g)
{
    for (LLVMValueRef f = LLVMGetFirstFunction (g->unit->module); f;
         f = LLVMGetNextFunction (f))
        declares_name (g, f);
    LLVMValueRef last = NULL;
    unsigned number = 0;
    for (size_t i = 0; i < g->thing.size; i++) {
        struct thing *t = &g->thing.at[i];
        LLVMValueRef f = thing_function (t->value);
        number = f == last ? number + 1 : 0;
        last = f;
        if (!t->name)
            thing_name (g, t, number);
        if (LLVMIsAGlobalVariable (t->value))
            t->type = global_type (g->unit->context, t->value);
    }
}

const char *
region_name (struct alias_graph *g, const struct thing *t, int64_t offset,
             bool part, uint32_t index)
{
    struct text name;
    assert (!t || t->name);
    text_init (&name);
    if (t)
        text_add (&name, t->name);
    else
        text_print (&name, "unknown:%" PRIu32, index);
    bool named = part && t && t->type && offset >= 0
                 && field_path (t->type, (uint64_t) offset, &name);
    if (part && t && !named)
        text_print (&name, ".%" PRId64, offset);
    char *copy = arena_string (&g->arena, text_view (&name));
    text_clear (&name);
    return copy;
}
