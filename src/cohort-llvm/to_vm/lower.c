/* lower.c -- functions and globals, as they are met. */
#include "cohort-llvm/to_vm/internal.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "vm/library/native.h"

/* ---- texts and symbols */

uint32_t
lower_text_n (lowering *l, const char *text, size_t size)
{
    struct digest key =
        digest_of ((struct bytes) {(const uint8_t *) text, size});
    uint64_t *known = map_get (&l->text, key);
    if (known)
        return (uint32_t) *known;
    char *copy = arena_new (&l->code->arena, size + 1);
    memcpy (copy, text, size);
    VEC_PUSH (l->code->text, copy);
    map_put (&l->text, key, l->code->text.size - 1);
    return (uint32_t) l->code->text.size - 1;
}

uint32_t
lower_text (lowering *l, const char *text)
{
    return lower_text_n (l, text, strlen (text));
}

const char *
lower_symbol (LLVMValueRef v)
{
    size_t size;
    return LLVMGetValueName2 (v, &size);
}

LLVMValueRef
lower_callee (LLVMValueRef v)
{
    for (unsigned depth = 0; LLVMIsAGlobalAlias (v) && depth < 100; depth++)
        v = LLVMAliasGetAliasee (v);
    return LLVMIsAFunction (v);
}

uint32_t
lower_native (const char *name, uint32_t arguments)
{
    uint32_t n = vm_native_find (name);
    return n != VM_NOWHERE && vm_native_at (n)->least <= arguments ? n
                                                                   : VM_NOWHERE;
}

/* What headers of C++ define gives way to a native; of C only what verifiers
 * agreed on (see cohort-llvm/to_program/call.c). */
bool
lower_has_body (LLVMValueRef f)
{
    static const char *const known[] = {"reach_error", "__assert_fail",
                                        "__assert", "__assert_rtn"};
    const char *name = lower_symbol (f);
    if (LLVMIsDeclaration (f))
        return false;
    bool convention = !strncmp (name, "_Z", 2)
                      || (!strncmp (name, "__VERIFIER_", 11)
                          && strcmp (name, "__VERIFIER_assert")
                          && !function_returns_pointer (f));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        convention |= !strcmp (name, known[i]);
    return !convention || vm_native_find (name) == VM_NOWHERE;
}

static bool
name_is_system (const char *file, unsigned size)
{
    return size >= 5 && !memcmp (file, "/usr/", 5);
}

bool
lower_is_library (lowering *l, LLVMValueRef v)
{
    size_t entries;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata (v, &entries);
    bool marked = false;
    for (unsigned i = 0; i < entries; i++)
        marked |= LLVMValueMetadataEntriesGetKind (all, i) == l->library_kind;
    LLVMDisposeValueMetadataEntries (all);
    LLVMMetadataRef program = LLVMIsAFunction (v) ? LLVMGetSubprogram (v) : 0;
    LLVMMetadataRef file = program ? LLVMDIScopeGetFile (program) : NULL;
    unsigned size = 0, directory_size = 0;
    if (marked || !file)
        return marked;
    const char *name = LLVMDIFileGetFilename (file, &size);
    const char *directory = LLVMDIFileGetDirectory (file, &directory_size);
    return name_is_system (name, size)
           || name_is_system (directory, directory_size);
}

/* ---- numbers */

uint32_t
lower_function_number (lowering *l, LLVMValueRef f)
{
    struct digest key = map_number ((uintptr_t) f);
    uint64_t *known = map_get (&l->function, key);
    if (known)
        return (uint32_t) *known;
    uint32_t number = (uint32_t) l->queue.size;
    struct vm_function new = {.name = lower_name (l, f),
                              .symbol = lower_text (l, lower_symbol (f))};
    VEC_PUSH (l->code->function, new);
    VEC_PUSH (l->queue, f);
    map_put (&l->function, key, number);
    return number;
}

uint32_t
lower_global_number (lowering *l, LLVMValueRef g)
{
    struct digest key = map_number ((uintptr_t) g);
    uint64_t *known = map_get (&l->global, key);
    if (known)
        return (uint32_t) *known;
    uint32_t number = (uint32_t) l->variable.size;
    struct vm_global new = {.name = lower_text (l, lower_symbol (g)),
                            .thread_local_ = LLVMIsThreadLocal (g)};
    VEC_PUSH (l->code->global, new);
    VEC_PUSH (l->variable, g);
    map_put (&l->global, key, number);
    return number;
}

uint32_t
lower_thread_local (lowering *l, LLVMValueRef g)
{
    assert (LLVMIsThreadLocal (g));
    struct digest key = map_number ((uintptr_t) g);
    uint64_t *known = map_get (&l->thread_local_, key);
    if (known)
        return (uint32_t) *known;
    lower_global_number (l, g);
    map_put (&l->thread_local_, key, l->code->thread_locals);
    return l->code->thread_locals++;
}

/* ---- functions */

static void
function_begin (lowering *l, uint32_t number)
{
    assert (number < l->queue.size);
    l->current = l->queue.at[number];
    l->number = number;
    l->first = (uint32_t) l->code->instruction.size;
    l->registers = 0;
    l->further = VM_NOWHERE;
    l->label_at.size = l->edge.size = l->owner.size = 0;
    l->place = (struct vm_place) {0};
    map_init (&l->held);
    map_init (&l->label);
    map_init (&l->near);
    map_init (&l->variable_at);
    struct vm_function *f = &l->code->function.at[number];
    f->first = l->first;
    f->first_width = (uint32_t) l->code->width.size;
    f->first_note = (uint32_t) l->code->note.size;
}

static void
function_end (lowering *l)
{
    assert (l->code->instruction.size > l->first);
    lower_labels_resolve (l);
    lower_notes_end (l);
    struct vm_function *f = &l->code->function.at[l->number];
    f->end = (uint32_t) l->code->instruction.size;
    f->registers = l->registers;
    map_clear (&l->held);
    map_clear (&l->label);
    map_clear (&l->near);
    map_clear (&l->variable_at);
}

/* The line of the function, for what has none of its own. */
static void
function_place (lowering *l, LLVMValueRef f)
{
    LLVMMetadataRef program = LLVMGetSubprogram (f);
    if (!program)
        return;
    struct text name;
    text_init (&name);
    unit_file (f, &name);
    l->place.file = lower_text (l, text_view (&name));
    l->place.line = LLVMDISubprogramGetLine (program);
    text_clear (&name);
}

/* An object that is passed whole is the callee's own. */
static void
parameter_copy (lowering *l, LLVMValueRef f, unsigned index, LLVMValueRef p)
{
    unsigned kind = LLVMGetEnumAttributeKindForName ("byval", 5);
    LLVMAttributeRef a =
        LLVMGetEnumAttributeAtIndex (f, (LLVMAttributeIndex) (index + 1), kind);
    if (!a)
        return;
    uint32_t size =
        lower_integer (l, lower_size (l, LLVMGetTypeAttributeValue (a)));
    uint32_t copy = lower_register_of (l, 'p', l->pointer_bits);
    lower_emit (l, (struct vm_instruction) {.op = VM_ALLOCA,
                                            .width = 64,
                                            .result = copy,
                                            .a = lower_integer (l, 1),
                                            .b = size});
    uint32_t argument[] = {copy, lower_operand (l, p, 0), size};
    lower_native_call (l, "memcpy", argument, 3, 0, 0, VM_NOWHERE);
    lower_hold (l, p, &copy, 1);
}

static void
function_parameters (lowering *l, LLVMValueRef f)
{
    unsigned n = LLVMCountParams (f);
    for (unsigned i = 0; i < n; i++)
        lower_result (l, LLVMGetParam (f, i));
    if (LLVMIsFunctionVarArg (LLVMGlobalGetValueType (f)))
        l->further = lower_register_of (l, 'p', l->pointer_bits);
    l->code->function.at[l->number].parameters = l->registers;
}

/* A function without a body whose address is taken. */
static void
function_stub (lowering *l, LLVMValueRef f)
{
    assert (!lower_has_body (f));
    unsigned n = LLVMCountParams (f);
    const char *name = lower_symbol (f);
    LLVMTypeRef type = LLVMGetReturnType (LLVMGlobalGetValueType (f));
    const struct lower_shape *s = lower_shape (l, type);
    uint32_t native = lower_native (name, n);
    if (native == VM_NOWHERE || l->further != VM_NOWHERE || s->leaves > 1) {
        lower_cut (l, "calls %s, which is not modelled", name);
        return;
    }
    struct VEC (uint32_t) argument = {0};
    for (uint32_t i = 0; i < l->registers; i++)
        VEC_PUSH (argument, i);
    uint32_t arguments = l->registers, result = l->registers;
    if (s->leaves)
        lower_register (l, &s->leaf[0]);
    lower_native_call (l, name, argument.at, arguments, result, s->leaves,
                       VM_NOWHERE);
    VEC_CLEAR (argument);
    uint32_t list = s->leaves ? lower_list (l, result) : 0;
    lower_emit (l, (struct vm_instruction) {
                       .op = VM_RETURN, .a = list, .b = s->leaves});
}

static void
function_lower (lowering *l, uint32_t number)
{
    LLVMValueRef f = l->queue.at[number];
    const char *name = lower_symbol (f);
    function_begin (l, number);
    function_place (l, f);
    function_parameters (l, f);
    bool body = lower_has_body (f);
    unsigned n = LLVMCountParams (f);
    for (unsigned i = 0; i < n && body; i++)
        parameter_copy (l, f, i, LLVMGetParam (f, i));
    if (body)
        lower_body (l, f);
    else
        function_stub (l, f);
    function_end (l);
    struct vm_function *to = &l->code->function.at[number];
    LLVMTypeRef type = LLVMGlobalGetValueType (f);
    to->results = lower_shape (l, LLVMGetReturnType (type))->leaves;
    to->flags = (LLVMIsFunctionVarArg (type) ? VM_VARIADIC : 0)
                | (lower_is_library (l, f) || !body ? VM_LIBRARY : 0);
    to->atomic = body && !strncmp (name, "__VERIFIER_atomic_", 18);
}

/* ---- the program */

struct start {
    uint64_t priority;
    LLVMValueRef function;
};
struct starts VEC (struct start);

/* llvm.global_ctors: { priority, function, data }; stable by priority. */
static void
starts_read (lowering *l, const char *name, struct starts *to)
{
    LLVMValueRef g = LLVMGetNamedGlobal (l->unit->module, name);
    LLVMValueRef all = g ? LLVMGetInitializer (g) : NULL;
    for (unsigned i = 0; all; i++) {
        LLVMValueRef e = LLVMGetAggregateElement (all, i);
        LLVMValueRef f =
            e ? lower_callee (LLVMGetAggregateElement (e, 1)) : NULL;
        if (!e)
            break;
        struct start s = {
            LLVMConstIntGetZExtValue (LLVMGetAggregateElement (e, 0)), f};
        if (!f)
            continue;
        VEC_PUSH (*to, s);
        for (size_t k = to->size - 1;
             k && to->at[k - 1].priority > to->at[k].priority; k--) {
            s = to->at[k];
            to->at[k] = to->at[k - 1];
            to->at[k - 1] = s;
        }
    }
}

static void
starts_lower (lowering *l)
{
    struct starts begin = {0}, end = {0};
    starts_read (l, "llvm.global_ctors", &begin);
    starts_read (l, "llvm.global_dtors", &end);
    for (size_t i = 0; i < begin.size; i++)
        VEC_PUSH (l->code->constructor,
                  lower_function_number (l, begin.at[i].function));
    for (size_t i = end.size; i--;)
        VEC_PUSH (l->code->destructor,
                  lower_function_number (l, end.at[i].function));
    VEC_CLEAR (begin);
    VEC_CLEAR (end);
}

static void
everything_lower (lowering *l)
{
    uint32_t function = 0, global = 0;
    while (function < l->queue.size || global < l->variable.size)
        if (function < l->queue.size)
            function_lower (l, function++);
        else
            lower_global_contents (l, global++);
}

static void
lowering_init (lowering *l, struct unit *u, struct vm_code *code)
{
    *l =
        (lowering) {.unit = u,
                    .code = code,
                    .pointer_bits = 8 * LLVMPointerSize (u->layout),
                    .overflow = u->options.vm_checks & VM_CHECK_OVERFLOW,
                    .library_kind = LLVMGetMDKindIDInContext (
                        u->context, COHORT_LIBRARY, sizeof COHORT_LIBRARY - 1)};
    arena_init (&l->arena);
    struct map *const map[] = {&l->shape,  &l->constant,      &l->known,
                               &l->text,   &l->file,          &l->function,
                               &l->global, &l->thread_local_, &l->layout};
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        map_init (map[i]);
    LLVMDIBuilderRef b = LLVMCreateDIBuilderDisallowUnresolved (u->module);
    l->plain = LLVMDIBuilderCreateExpression (b, NULL, 0);
    LLVMDisposeDIBuilder (b);
    lower_text (l, "");
    code->pointer_bytes = l->pointer_bits / 8;
    code->checks = u->options.vm_checks;
    code->reductions = u->options.vm_reductions;
    code->options = u->options.vm_options
                    | (u->scopes_open ? (uint32_t) VM_SCOPES_OPEN : 0);
}

static void
lowering_clear (lowering *l)
{
    struct map *const map[] = {&l->shape,  &l->constant,      &l->known,
                               &l->text,   &l->file,          &l->function,
                               &l->global, &l->thread_local_, &l->layout};
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        map_clear (map[i]);
    VEC_CLEAR (l->queue);
    VEC_CLEAR (l->variable);
    VEC_CLEAR (l->label_at);
    VEC_CLEAR (l->edge);
    VEC_CLEAR (l->owner);
    VEC_CLEAR (l->local);
    arena_clear (&l->arena);
}

bool
lower (struct unit *u, struct vm_code *code, struct problem *problem)
{
    assert (u->module && u->layout);
    const char *name = u->options.entry ? u->options.entry : "main";
    LLVMValueRef entry = LLVMGetNamedFunction (u->module, name);
    if (!entry || LLVMIsDeclaration (entry))
        return problem_set (problem,
                            (struct place) {.file = u->options.file.at[0]},
                            "there is no function %s; --entry=NAME says where "
                            "the program begins",
                            name);
    lowering l;
    lowering_init (&l, u, code);
    code->entry = lower_function_number (&l, entry);
    starts_lower (&l);
    everything_lower (&l);
    bool good = !l.refused
                || problem_of_kind (
                    problem, PROBLEM_UNSUPPORTED, (struct place) {0},
                    "the initialiser of %s %s", l.refused_global, l.refused);
    lowering_clear (&l);
    return good;
}
