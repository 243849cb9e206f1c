/* library.c -- calls of functions without a body, looked up by name. */
#include "cohort-llvm/library/internal.h"
#include "cohort-llvm/library/cxx.h"

#include <string.h>

#include "cohort-llvm/compile/compile.h"
#include "program/trail/inputs.h"

/* ---- arguments and results */

LLVMValueRef
argument_at (const struct calling *c, unsigned i)
{
    assert (i < c->arguments);
    return LLVMGetOperand (c->call, i);
}

bool
argument_is_pointer (const struct calling *c, unsigned i)
{
    return LLVMGetTypeKind (LLVMTypeOf (argument_at (c, i)))
           == LLVMPointerTypeKind;
}

struct translated_value
argument_value (translation *t, const struct calling *c, unsigned i)
{
    return value_of (t, argument_at (c, i));
}

const term *
argument_bits (translation *t, const struct calling *c, unsigned i,
               unsigned width)
{
    struct translated_value v = argument_value (t, c, i);
    const term *x = v.leaves == 2 ? pointer_flat (t, v) : v.leaf[0];
    if (x->sort->kind == SORT_BOOL)
        return term_ite (t->terms, x, term_bits (t->terms, width, "1"),
                         term_bits (t->terms, width, "0"));
    assert (x->sort->kind == SORT_BV);
    if (x->sort->width > width)
        return term_make (t->terms, OP_EXTRACT, &x, 1, width - 1, 0);
    if (x->sort->width < width)
        return term_make (t->terms, OP_ZERO_EXTEND, &x, 1,
                          width - x->sort->width, 0);
    return x;
}

const term *
argument_true (translation *t, const struct calling *c, unsigned i)
{
    struct translated_value v = argument_value (t, c, i);
    const term *zero[2] = {NULL, NULL};
    if (v.leaves == 1 && v.leaf[0]->sort->kind == SORT_BOOL)
        return v.leaf[0];
    assert (v.leaves == 1 || v.leaves == 2);
    for (size_t k = 0; k < v.leaves; k++)
        zero[k] = term_eq (t->terms, v.leaf[k],
                           term_bits (t->terms, v.leaf[k]->sort->width, "0"));
    return term_not (t->terms, term_and (t->terms, zero, v.leaves));
}

void
result_set (struct calling *c, struct translated_value v)
{
    c->result = v;
    c->has_result = true;
}

/* "nondet_int" of "__VERIFIER_nondet_int". */
static const char *
result_name (const char *function)
{
    static const char prefix[] = "__VERIFIER_";
    if (!strncmp (function, prefix, sizeof prefix - 1))
        return function + sizeof prefix - 1;
    return function;
}

struct translated_value
result_any (translation *t, LLVMTypeRef type, const char *input)
{
    size_t leaves =
        LLVMGetTypeKind (type) == LLVMVoidTypeKind ? 0 : value_leaves (t, type);
    struct translated_value v = value_new (t, leaves);
    for (size_t i = 0; i < leaves; i++) {
        const sort *s = leaf_sort (t, type, i);
        v.leaf[i] = emit_local (t, input ? result_name (input) : "any", s);
        emit_havoc (t, v.leaf[i], input ? MARK_INPUT : NULL, input);
    }
    return v;
}

/* ---- look up */

static const struct library_entry *
entry_find (const struct library_entry *e, const char *name)
{
    while (e->name && strcmp (e->name, name))
        e++;
    return e->name ? e : NULL;
}

/* Without what compilers and headers put before and behind a name. */
static const char *
name_plain (const char *name)
{
    static const char *const prefix[] = {"__builtin_", "__isoc99_",
                                         "__isoc23_"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (!strncmp (name, prefix[i], strlen (prefix[i])))
            return name + strlen (prefix[i]);
    return name;
}

static const struct library_entry *
library_find (const char *name)
{
    const char *plain = name_plain (name);
    static const char nondet[] = "__VERIFIER_nondet_";
    const struct library_entry *e = entry_find (library_conventions, plain);
    if (!e)
        e = entry_find (library_memory, name);
    if (!e)
        e = entry_find (library_effects, plain);
    for (const struct library_entry *w = library_worlds; !e && w->name; w++)
        if (!strncmp (name, w->name, strlen (w->name)))
            e = w;
    if (!e && !strncmp (name, nondet, sizeof nondet - 1))
        e = entry_find (library_conventions, nondet);
    if (!e && !strncmp (name, "__VERIFIER_assume_", 18))
        e = entry_find (library_conventions, "__VERIFIER_assume");
    return e;
}

bool
library_knows (const char *name)
{
    return library_find (name) || library_is_math (name)
           || library_is_range (name);
}

/* Files and the heap do, verifiers do not. */
static bool
library_sets_errno (const struct library_entry *e)
{
    return entry_find (library_effects, e->name) == e
           || (entry_find (library_memory, e->name) == e
               && strstr (e->name, "alloc"));
}

static const char *
source_find (const char *const *at, const char *name)
{
    for (; *at; at += 2)
        if (!strcmp (*at, name))
            return at[1];
    return NULL;
}

const char *
library_source (const char *name, bool machine)
{
    static const char *const *const worlds[] = {
        embedded_world_stdio,  embedded_world_stdlib, embedded_world_time,
        embedded_world_system, embedded_world_float,  embedded_world_wide};
    static const char *const *const exact[] = {
        embedded_c_string, embedded_c_number, embedded_c_character,
        embedded_c_wide};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds && !found; i++)
        found = machine ? NULL : source_find (worlds[i], name);
    for (size_t i = 0; i < sizeof exact / sizeof *exact && !found; i++)
        found = source_find (exact[i], name);
    return found ? found : library_cxx_source (name);
}

/* ---- calls */

/* A function of the C library that is not modelled.  It uses no names of the
 * program, and how much it reads and writes is not known. */
static void
library_standard (translation *t, struct calling *c)
{
    bool pointers = false;
    for (unsigned i = 0; i < c->arguments; i++)
        pointers |= argument_is_pointer (c, i);
    library_errno (t, c->name);
    if (!pointers)
        return;
    if (t->unit->options.checks & CHECK_DEREF
        || regions_function_escaped (t->regions)) {
        struct text reason;
        text_init (&reason);
        text_print (&reason, "what %s does", c->name);
        emit_cut (t, text_view (&reason));
        text_clear (&reason);
        return;
    }
    mark_assumes (t->program, "memory safe");
    for (unsigned i = 0; i < c->arguments; i++)
        if (argument_is_pointer (c, i))
            memory_havoc_reachable (t, argument_at (c, i), c->name, true);
    memory_havoc_escaped (t, c->name, true);
}

void
library_unknown (translation *t, struct calling *c)
{
    c->from_outside = true;
    c->ends = call_has (c->call, LLVMAttributeFunctionIndex, "noreturn");
    if (name_synchronises (c->name))
        emit_cut (t, "a function of threads: --engine=explore knows them");
    if (harness_is_library (c->name)) {
        library_standard (t, c);
        return;
    }
    if (t->unit->options.pure_externals) {
        /* A struct that is returned in memory is a result all the same. */
        if (c->arguments && call_has (c->call, 1, "sret"))
            memory_havoc_object (t, argument_at (c, 0), c->name);
        mark_assumes (t->program, "pure externals");
        return;
    }
    /* Variables and functions that are not static could be changed and called
     * by name, too. */
    mark_assumes (t->program, "unknown functions use no names of the program");
    if (regions_function_escaped (t->regions))
        emit_cut (t, "an unknown function that may call one of ours");
    for (unsigned i = 0; i < c->arguments; i++)
        if (argument_is_pointer (c, i))
            memory_havoc_reachable (t, argument_at (c, i), c->name, false);
    memory_havoc_escaped (t, c->name, false);
}

struct translated_value
library_call (translation *t, LLVMValueRef call, const char *name, bool *ends)
{
    assert (call && name && ends);
    struct calling c = {
        .call = call, .name = name, .arguments = LLVMGetNumArgOperands (call)};
    const struct library_entry *e = library_find (name);
    if (e && e->arguments <= c.arguments) {
        e->call (t, &c);
        if (library_sets_errno (e))
            library_errno (t, name);
    } else if (!library_math (t, &c) && !library_range (t, &c))
        library_unknown (t, &c);
    *ends = c.ends;
    LLVMTypeRef type = LLVMTypeOf (call);
    size_t leaves =
        LLVMGetTypeKind (type) == LLVMVoidTypeKind ? 0 : value_leaves (t, type);
    /* A program may declare a function with another result than it has. */
    bool fits = c.has_result && c.result.leaves == leaves;
    for (size_t i = 0; fits && i < leaves; i++)
        fits = c.result.leaf[i]->sort == leaf_sort (t, type, i);
    if (fits)
        return c.result;
    return result_any (t, type, c.from_outside ? name : NULL);
}
