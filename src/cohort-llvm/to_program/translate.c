/* translate.c -- a module: procedures, and where the program begins.
 *
 * The entry begins with a block of its own for the memory's first contents.  If
 * the program calls its entry itself, a procedure before it is the entry, so
 * that this happens once. */
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/to_program/internal.h"

#include <stdio.h>
#include <string.h>

/* Small enough to look at every term of the program again. */
enum { SOUND_SIZE = 2000 };

uint32_t
translate_procedure (const translation *t, LLVMValueRef function)
{
    uint64_t *index =
        map_get (&t->procedure, map_number ((uintptr_t) function));
    return index ? (uint32_t) *index - 1 : PROGRAM_NONE;
}

static LLVMValueRef
module_entry (const translation *t)
{
    const char *name = t->unit->options.entry;
    return LLVMGetNamedFunction (t->unit->module, name ? name : "main");
}

/* A program that calls its entry: it returns to the program too. */
static bool
entry_is_called (LLVMValueRef entry)
{
    return LLVMGetFirstUse (entry) != NULL;
}

bool
translate_is_entry (const translation *t, LLVMValueRef function)
{
    return function == module_entry (t) && !entry_is_called (function);
}

/* ---- procedures */

static void
declare_leaves (translation *t, struct vec_variable *to, LLVMTypeRef type,
                const char *name)
{
    size_t leaves = value_leaves (t, type);
    assert (name && *name);
    for (size_t i = 0; i < leaves; i++) {
        char text[256];
        if (leaves == 1 || !i)
            snprintf (text, sizeof text, "%.200s", name);
        else if (leaves == 2)
            snprintf (text, sizeof text, "%.200s.offset", name);
        else
            snprintf (text, sizeof text, "%.200s#%zu", name, i);
        /* emit_local chooses the name; the variable moves to where it belongs.
         */
        emit_local (t, text, leaf_sort (t, type, i));
        struct vec_variable *local =
            &t->program->procedure.at[t->current].local;
        struct variable v = VEC_POP (*local);
        VEC_PUSH (*to, v);
    }
}

static void
declare_parameters (translation *t, LLVMValueRef function)
{
    struct vec_variable in = {0}, out = {0};
    LLVMTypeRef type = LLVMGlobalGetValueType (function);
    for (unsigned i = 0; i < LLVMCountParams (function); i++) {
        LLVMValueRef p = LLVMGetParam (function, i);
        const char *c = ghosts_name (t, p), *name = c ? c : value_name (p);
        declare_leaves (t, &in, LLVMTypeOf (p), *name ? name : "p");
    }
    declare_leaves (t, &out, LLVMGetReturnType (type), "result");
    struct procedure *p = &t->program->procedure.at[t->current];
    p->in = in;
    p->out = out;
}

static uint32_t
declare_procedure (translation *t, const char *name, LLVMValueRef function)
{
    struct procedure p = {.name = arena_string (&t->program->arena, name)};
    if (function) {
        LLVMValueRef first =
            LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (function));
        p.place = unit_place (t->program, first);
        p.attribute = mark_add (t->program, NULL, MARK_C, name);
    }
    VEC_PUSH (t->program->procedure, p);
    return (uint32_t) t->program->procedure.size - 1;
}

static void
scope_reset (struct map *m)
{
    map_clear (m);
    map_init (m);
}

static void
scope_enter (translation *t, LLVMValueRef function, uint32_t procedure)
{
    assert (procedure < t->program->procedure.size);
    t->function = function;
    t->current = procedure;
    t->instruction = t->placed = NULL;
    t->place = t->program->procedure.at[procedure].place;
    scope_reset (&t->known);
    scope_reset (&t->local_name);
    scope_reset (&t->label_name);
}

/* Parameters have their names before a body is translated: calls of a function
 * that comes later need its sorts. */
static void
declare_function (translation *t, LLVMValueRef function)
{
    uint32_t index = declare_procedure (t, value_name (function), function);
    map_put (&t->procedure, map_number ((uintptr_t) function), index + 1);
    scope_enter (t, function, index);
    ghosts_begin (t);
    declare_parameters (t, function);
    ghosts_end (t);
}

static void
know_parameters (translation *t, LLVMValueRef function)
{
    struct vec_variable *in = &t->program->procedure.at[t->current].in;
    struct vec_variable *out = &t->program->procedure.at[t->current].out;
    size_t at = 0;
    for (unsigned i = 0; i < LLVMCountParams (function); i++) {
        LLVMValueRef p = LLVMGetParam (function, i);
        struct translated_value v =
            value_new (t, value_leaves (t, LLVMTypeOf (p)));
        for (size_t j = 0; j < v.leaves; j++)
            v.leaf[j] = in->at[at++].term;
        translate_know (t, p, v);
    }
    assert (at == in->size);
    for (size_t i = 0; i < in->size; i++)
        map_put (&t->local_name, digest_string (in->at[i].term->text), 1);
    for (size_t i = 0; i < out->size; i++)
        map_put (&t->local_name, digest_string (out->at[i].term->text), 1);
}

static void
translate_function (translation *t, LLVMValueRef function)
{
    scope_enter (t, function, translate_procedure (t, function));
    ghosts_begin (t);
    know_parameters (t, function);
    if (translate_is_entry (t, function))
        emit_at (t, emit_block (t, "start"));
    translate_blocks (t, function);
    ghosts_end (t);
}

/* ---- the entry */

/* argc, if that is what the first parameter is. */
static void
entry_arguments (translation *t, LLVMValueRef entry, const term *const *in)
{
    bool is_main = !strcmp (value_name (entry), "main");
    if (!is_main || !LLVMCountParams (entry))
        return;
    LLVMTypeRef first = LLVMTypeOf (LLVMGetParam (entry, 0));
    if (LLVMGetTypeKind (first) != LLVMIntegerTypeKind || type_bits (first) < 8)
        return;
    const term *zero = bits_constant (t, type_bits (first), 0);
    emit_assume (t, bits_op (t, OP_BVSLE, zero, in[0]));
}

/* What runs before or after the entry, or may be there or not, is not followed.
 */
static void
entry_surroundings (translation *t)
{
    LLVMModuleRef m = t->unit->module;
    assert (m);
    if (LLVMGetNamedGlobal (m, "llvm.global_ctors"))
        emit_cut (t, "a constructor");
    if (LLVMGetNamedGlobal (m, "llvm.global_dtors"))
        emit_cut (t, "a destructor");
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f))
        if (LLVMGetLinkage (f) == LLVMExternalWeakLinkage
            && LLVMGetFirstUse (f))
            emit_cut (t, "a weak function that is not defined");
    for (LLVMValueRef v = LLVMGetFirstGlobal (m); v; v = LLVMGetNextGlobal (v))
        if (LLVMGetLinkage (v) == LLVMExternalWeakLinkage
            && LLVMGetFirstUse (v))
            emit_cut (t, "a weak variable that is not defined");
}

/* The entry's first block goes on to the second. */
static void
entry_begin (translation *t, LLVMValueRef entry)
{
    struct term_vec in = {0};
    struct vec_variable *p = &t->program->procedure.at[t->current].in;
    for (size_t i = 0; i < p->size; i++)
        VEC_PUSH (in, p->at[i].term);
    t->instruction = LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (entry));
    emit_at (t, 0);
    memory_initialise (t);
    entry_surroundings (t);
    entry_arguments (t, entry, in.at);
    emit_goto (t, 1);
    VEC_CLEAR (in);
}

static void
entry_call (translation *t, LLVMValueRef entry, uint32_t callee)
{
    struct term_vec in = {0}, out = {0};
    struct procedure *p = &t->program->procedure.at[callee];
    size_t ins = p->in.size, outs = p->out.size;
    for (size_t i = 0; i < ins; i++)
        VEC_PUSH (in, t->program->procedure.at[callee].in.at[i].term);
    for (size_t i = 0; i < outs; i++)
        VEC_PUSH (out, t->program->procedure.at[callee].out.at[i].term);
    for (size_t i = 0; i < ins; i++)
        in.at[i] = emit_any (t, in.at[i]->text, in.at[i]->sort);
    for (size_t i = 0; i < outs; i++)
        out.at[i] = emit_local (t, out.at[i]->text, out.at[i]->sort);
    entry_arguments (t, entry, in.at);
    emit_call (t, callee, out.at, outs, in.at, ins);
    VEC_CLEAR (in);
    VEC_CLEAR (out);
}

/* A procedure that calls the entry once. */
static uint32_t
entry_wrap (translation *t, LLVMValueRef entry)
{
    uint32_t callee = translate_procedure (t, entry);
    uint32_t start = declare_procedure (t, "@start", NULL);
    assert (callee != PROGRAM_NONE);
    scope_enter (t, NULL, start);
    t->place = t->program->procedure.at[callee].place;
    emit_at (t, emit_block (t, "start"));
    memory_initialise (t);
    entry_surroundings (t);
    entry_call (t, entry, callee);
    memory_end (t);
    return start;
}

static void
entry_mark (translation *t, uint32_t index)
{
    struct procedure *p = &t->program->procedure.at[index];
    assert (p->has_body);
    p->attribute = mark_add (t->program, p->attribute, "entrypoint", NULL);
}

/* ---- the module */

static void
translation_init (translation *t, struct unit *u, struct program *p,
                  struct problem *problem)
{
    *t = (translation) {
        .unit = u, .program = p, .terms = p->terms, .problem = problem};
    arena_init (&t->arena);
    struct map *m[] = {&t->procedure,   &t->object,   &t->known,
                       &t->global_name, &t->any_name, &t->local_name,
                       &t->label_name};
    for (size_t i = 0; i < sizeof m / sizeof *m; i++)
        map_init (m[i]);
    t->width = 8 * LLVMPointerSize (u->layout);
    t->regions = regions_find (u);
}

static void
translation_clear (translation *t)
{
    struct map *m[] = {&t->procedure,   &t->object,   &t->known,
                       &t->global_name, &t->any_name, &t->local_name,
                       &t->label_name};
    for (size_t i = 0; i < sizeof m / sizeof *m; i++)
        map_clear (m[i]);
    if (t->memory)
        memory_drop (t->memory);
    regions_free (t->regions);
    arena_clear (&t->arena);
}

static void
translate_module (translation *t, LLVMValueRef entry)
{
    LLVMModuleRef m = t->unit->module;
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f))
            declare_function (t, f);
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f) && f != entry)
            translate_function (t, f);
    /* Last: its names are still at hand for the memory's first contents. */
    translate_function (t, entry);
    if (entry_is_called (entry)) {
        entry_mark (t, entry_wrap (t, entry));
        return;
    }
    entry_begin (t, entry);
    entry_mark (t, translate_procedure (t, entry));
}

static bool
program_is_large (const struct program *p)
{
    size_t sum = 0;
    for (size_t i = 0; i < p->procedure.size; i++)
        for (size_t j = 0; j < p->procedure.at[i].block.size; j++)
            sum += p->procedure.at[i].block.at[j].statement.size;
    return sum > SOUND_SIZE;
}

bool
translate (struct unit *u, struct program *p, struct problem *problem)
{
    translation t;
    struct place nowhere = {.file = p->file};
    const char *name = u->options.entry ? u->options.entry : "main";
    LLVMValueRef entry = LLVMGetNamedFunction (u->module, name);
    if (!entry || LLVMIsDeclaration (entry))
        return problem_set (problem, nowhere,
                            "there is no function %s; --entry=NAME says where "
                            "the program begins",
                            name);
    /* Names of C variables are arguments of calls in the old format only. */
    LLVMSetIsNewDbgInfoFormat (u->module, false);
    translation_init (&t, u, p, problem);
    t.memory = memory_begin (&t);
    translate_module (&t, entry);
    translation_clear (&t);
    assert (program_is_large (p) || program_sound (p));
    return problem->kind == PROBLEM_NONE;
}
