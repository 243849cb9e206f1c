/* prepare.c -- insertions, then mem2reg and sroa, then what is left over.
 *
 * For the C machine mem2reg alone: it touches only what is read and written as a
 * whole, so it loses no access that could be invalid.
 *
 * No other pass may run: each can delete an error (doc/c.md). */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "cohort-llvm/prepare/prepare.h"
#include "vm/code/code.h"

LLVMValueRef
prepare_declare (struct preparation *p, const char *name, LLVMTypeRef type)
{
    assert (!LLVMGetNamedFunction (p->unit->module, name));
    return LLVMAddFunction (p->unit->module, name, type);
}

bool
value_is_call_of (LLVMValueRef v, const char *prefix)
{
    if (!LLVMIsACallInst (v))
        return false;
    LLVMValueRef f = LLVMIsAFunction (LLVMGetCalledValue (v));
    size_t size;
    return f
           && !strncmp (LLVMGetValueName2 (f, &size), prefix, strlen (prefix));
}

static bool
module_save (LLVMModuleRef m, const char *file, struct problem *problem)
{
    size_t size = strlen (file);
    char *message = NULL;
    struct place place = {.file = file};
    if (size > 3 && !strcmp (file + size - 3, ".ll")) {
        bool bad = LLVMPrintModuleToFile (m, file, &message);
        if (bad)
            problem_of_kind (problem, PROBLEM_RESOURCE, place, "%s", message);
        LLVMDisposeMessage (message);
        return !bad;
    }
    return !LLVMWriteBitcodeToFile (m, file)
           || problem_of_kind (problem, PROBLEM_RESOURCE, place,
                               "cannot be written");
}

static bool
is_broken (const struct unit *u, const char *what)
{
    return u->options.broken && !strcmp (u->options.broken, what);
}

/* A function that is not to be optimised would not see the passes. */
static void
attributes_drop (LLVMValueRef f)
{
    static const char *const names[] = {"optnone", "noinline"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        LLVMRemoveEnumAttributeAtIndex (
            f, LLVMAttributeFunctionIndex,
            LLVMGetEnumAttributeKindForName (names[i], strlen (names[i])));
}

typedef void step (struct preparation *, LLVMValueRef function);

static void
each_function (struct preparation *p, step *what)
{
    for (LLVMValueRef f = LLVMGetFirstFunction (p->unit->module); f;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f))
            what (p, f);
}

static void
function_open (struct preparation *p, LLVMValueRef f)
{
    (void) p;
    attributes_drop (f);
}

static bool
passes_run (struct unit *u, const char *passes, struct problem *problem)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions ();
    LLVMErrorRef error = LLVMRunPasses (u->module, passes, NULL, options);
    LLVMDisposePassBuilderOptions (options);
    if (!error)
        return true;
    char *message = LLVMGetErrorMessage (error);
    problem_of_kind (problem, PROBLEM_UNSUPPORTED, (struct place) {0},
                     "LLVM: %s", message);
    LLVMDisposeErrorMessage (message);
    return false;
}

static void
declared_drop (LLVMValueRef f)
{
    if (f && !LLVMGetFirstUse (f))
        LLVMDeleteFunction (f);
}

/* False: problem; nothing is to be cleared. */
static bool
preparation_open (struct preparation *p, struct unit *u,
                  struct problem *problem)
{
    assert (u->module && u->context);
    if (u->options.keep && !module_save (u->module, u->options.keep, problem))
        return false;
    *p = (struct preparation) {
        .unit = u, .builder = LLVMCreateBuilderInContext (u->context)};
    map_init (&p->fresh);
    map_init (&p->twin);
    each_function (p, function_open);
    each_function (p, prepare_fold);
    return true;
}

static void
preparation_clear (struct preparation *p)
{
    for (size_t i = 0; i < p->fresh_function.size; i++)
        declared_drop (p->fresh_function.at[i]);
    declared_drop (p->keep);
    declared_drop (p->begin);
    VEC_CLEAR (p->fresh_function);
    map_clear (&p->fresh);
    map_clear (&p->twin);
    LLVMDisposeBuilder (p->builder);
}

bool
unit_prepare (struct unit *u, struct problem *problem)
{
    bool checked = u->options.checks & CHECK_DEREF;
    struct preparation p;
    if (!preparation_open (&p, u, problem))
        return false;
    if (checked && !is_broken (u, "check"))
        each_function (&p, prepare_access);
    if (checked && !is_broken (u, "scope"))
        each_function (&p, prepare_scope);
    if (!is_broken (u, "fresh"))
        each_function (&p, prepare_fresh);
    bool good = passes_run (u, "function(mem2reg)", problem);
    if (!is_broken (u, "guard") && !is_broken (u, "check"))
        each_function (&p, prepare_guard);
    good = good && passes_run (u, "function(sroa<preserve-cfg>)", problem);
    each_function (&p, prepare_tidy);
    if (checked && is_broken (u, "check"))
        each_function (&p, prepare_access);
    preparation_clear (&p);
    assert (!LLVMVerifyModule (u->module, LLVMPrintMessageAction, NULL));
    return good;
}

/* Where destructors stand, blocks of the source do not tell; clang does. */
static void
machine_scope (struct preparation *p, LLVMValueRef function)
{
    size_t size;
    bool cxx = LLVMHasPersonalityFn (function)
               || !strncmp (LLVMGetValueName2 (function, &size), "_Z", 2);
    if (cxx || function_has_lifetimes (function))
        prepare_lifetimes (p, function);
    else
        prepare_scope (p, function);
}

bool
unit_prepare_machine (struct unit *u, struct problem *problem)
{
    struct preparation p;
    if (!preparation_open (&p, u, problem))
        return false;
    if (u->options.vm_checks & VM_CHECK_ACCESS && !is_broken (u, "scope"))
        each_function (&p, machine_scope);
    if (!is_broken (u, "fresh"))
        each_function (&p, prepare_fresh);
    bool good = passes_run (u, "function(mem2reg)", problem);
    each_function (&p, prepare_tidy);
    preparation_clear (&p);
    assert (!LLVMVerifyModule (u->module, LLVMPrintMessageAction, NULL));
    return good;
}
