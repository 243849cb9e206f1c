/* external.c -- what functions without a body do to pointers. */
#include "cohort-llvm/alias/internal.h"

#include <string.h>

#include "cohort-llvm/library/library.h"
#include "program/trail/inputs.h"

static const char *
function_name (LLVMValueRef function)
{
    size_t length;
    return LLVMGetValueName2 (function, &length);
}

static bool
begins (const char *name, const char *with)
{
    return !strncmp (name, with, strlen (with));
}

static bool
is_one_of (const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp (name, *list))
            return true;
    return false;
}

static bool
is_allocator (const char *name)
{
    static const char *const list[] = {
        "malloc", "calloc", "realloc",          "aligned_alloc", "memalign",
        "valloc", "alloca", "__builtin_alloca", "reallocarray",  NULL};
    return is_one_of (name, list) || begins (name, "cohort_object_");
}

static bool
is_copy (const char *name)
{
    static const char *const list[] = {"memcpy", "memmove", "__memcpy_chk",
                                       "__memmove_chk", NULL};
    return is_one_of (name, list) || begins (name, "llvm.memcpy.")
           || begins (name, "llvm.memmove.");
}

static bool
is_set (const char *name)
{
    return !strcmp (name, "memset") || !strcmp (name, "__memset_chk");
}

bool
function_unknown (LLVMValueRef function)
{
    assert (LLVMIsAFunction (function));
    const char *name = function_name (function);
    return LLVMIsDeclaration (function) && !begins (name, "llvm.")
           && !begins (name, "cohort.") && !begins (name, "__ubsan_handle_")
           && !is_allocator (name) && !is_copy (name) && !is_set (name)
           && !library_knows (name);
}

static bool
has_pointers (LLVMValueRef v)
{
    return type_has_pointers (LLVMTypeOf (v));
}

static struct alias_cell
argument_cell (struct alias_graph *g, LLVMValueRef call, unsigned i)
{
    if (i >= LLVMGetNumArgOperands (call))
        return (struct alias_cell) {0};
    LLVMValueRef v = LLVMGetOperand (call, i);
    return has_pointers (v) ? value_cell (g, v) : (struct alias_cell) {0};
}

/* A result that points to no object of the program. */
static void
result_unknown (struct alias_graph *g, LLVMValueRef call)
{
    if (has_pointers (call))
        graph_root (g, value_cell (g, call).node)->unknown = true;
}

static void
result_lump (struct alias_graph *g, LLVMValueRef call)
{
    if (has_pointers (call))
        graph_flow (g, value_cell (g, call), graph_lump (g));
}

static void
result_argument (struct alias_graph *g, LLVMValueRef call, unsigned i)
{
    if (has_pointers (call))
        graph_flow (g, value_cell (g, call), argument_cell (g, call, i));
}

void
call_escape (struct alias_graph *g, LLVMValueRef call)
{
    assert (!g->frozen);
    LLVMValueRef callee = LLVMGetCalledValue (call);
    bool library =
        LLVMIsAFunction (callee) && harness_is_library (function_name (callee));
    if (g->unit->options.pure_externals && !library) {
        result_unknown (g, call);
        return;
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands (call); i++)
        graph_escape (g, argument_cell (g, call, i));
    graph_escape (g, (struct alias_cell) {0});
    result_lump (g, call);
}

static uint64_t
constant_argument (LLVMValueRef call, unsigned i)
{
    assert (call);
    if (i >= LLVMGetNumArgOperands (call))
        return 0;
    LLVMValueRef v = LLVMGetOperand (call, i);
    return LLVMIsAConstantInt (v) && LLVMGetIntTypeWidth (LLVMTypeOf (v)) <= 64
               ? LLVMConstIntGetZExtValue (v)
               : 0;
}

static void
call_allocate (struct alias_graph *g, LLVMValueRef call, const char *name)
{
    if (!has_pointers (call))
        return;
    assert (is_allocator (name));
    bool again = begins (name, "realloc");
    uint64_t size = 0;
    if (!strcmp (name, "malloc") || begins (name, "alloca"))
        size = constant_argument (call, 0);
    else if (!strcmp (name, "calloc")
             && __builtin_mul_overflow (constant_argument (call, 0),
                                        constant_argument (call, 1), &size))
        size = 0;
    struct alias_cell made = thing_cell (g, call, size);
    if (again)
        graph_copy (g, made, argument_cell (g, call, 0));
}

static void
call_intrinsic (struct alias_graph *g, LLVMValueRef call, const char *name)
{
    assert (begins (name, "llvm."));
    if (begins (name, "llvm.va_start") || begins (name, "llvm.va_copy")) {
        graph_escape (g, argument_cell (g, call, 0));
        graph_escape (g, argument_cell (g, call, 1));
    }
    if (!has_pointers (call))
        return;
    if (begins (name, "llvm.threadlocal.address")
        || begins (name, "llvm.launder") || begins (name, "llvm.strip")
        || begins (name, "llvm.expect") || begins (name, "llvm.ssa.copy")) {
        result_argument (g, call, 0);
    } else if (begins (name, "llvm.stacksave")) {
        value_cell (g, call);
    } else {
        for (unsigned i = 0; i < LLVMGetNumArgOperands (call); i++)
            graph_expose (g, argument_cell (g, call, i));
        result_lump (g, call);
    }
}

void
call_external (struct alias_graph *g, LLVMValueRef call, LLVMValueRef function)
{
    const char *name = function_name (function);
    assert (LLVMIsDeclaration (function));
    if (is_copy (name) && regions_template (LLVMGetOperand (call, 1))) {
        value_copy_constant (g, argument_cell (g, call, 0),
                             LLVMGetOperand (call, 1));
    } else if (is_copy (name)) {
        graph_copy (g, argument_cell (g, call, 0), argument_cell (g, call, 1));
        result_argument (g, call, 0);
    } else if (is_set (name)) {
        graph_bulk (g, argument_cell (g, call, 0));
        result_argument (g, call, 0);
    } else if (begins (name, "llvm.memset.")) {
        graph_bulk (g, argument_cell (g, call, 0));
    } else if (begins (name, "llvm.")) {
        call_intrinsic (g, call, name);
    } else if (begins (name, "cohort.")) {
        if (has_pointers (call))
            value_cell (g, call);
    } else if (is_allocator (name)) {
        call_allocate (g, call, name);
    } else if (!strcmp (name, "posix_memalign")) {
        struct alias_cell there =
            graph_use (g, argument_cell (g, call, 0), (struct reach) {0},
                       g->pointer, true, true);
        graph_flow (g, there, thing_cell (g, call, 0));
    } else if (function_unknown (function)) {
        call_escape (g, call);
    } else {
        result_unknown (g, call);
    }
}
