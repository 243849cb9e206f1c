/* object.c -- objects come and go: locals, malloc, free, realloc. */
#include "cohort-llvm/memory/internal.h"

#include <string.h>

/* ---- making */

/* A number that no object had.  (2^32 objects are never made.) */
static const term *
object_next (translation *t)
{
    struct memory *m = t->memory;
    const term *o = emit_local (t, "object", sort_bv (t->terms, 32));
    emit_assign (t, o, m->next);
    emit_assume (t,
                 memory_op (t, OP_BVULT, o, memory_bits (t, 32, UINT32_MAX)));
    emit_assign (t, m->next,
                 memory_op (t, OP_BVADD, o, memory_bits (t, 32, 1)));
    return o;
}

static struct translated_value
pointer_new (translation *t, const term *object)
{
    struct translated_value v = value_new (t, 2);
    v.leaf[0] = object;
    v.leaf[1] = offset_constant (t, 0);
    return v;
}

/* The number of the object that a site makes now. */
static const term *
object_make (translation *t, LLVMValueRef site)
{
    uint32_t number;
    if (object_number (t, site, &number))
        return object_constant (t, number);
    const term *object = object_next (t);
    struct variable *v = &VEC_LAST (t->program->procedure.at[t->current].local);
    struct text layout;
    assert (v->term == object);
    text_init (&layout);
    const char *name = regions_object (t->regions, site, &layout);
    struct attribute_value value[] = {{.string = name},
                                      {.string = text_view (&layout)}};
    v->attribute = mark_values (t->program, v->attribute, MARK_MADE, value, 2);
    text_clear (&layout);
    return object;
}

static void
object_born (translation *t, const term *object, const term *bytes, bool heap)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    if (m->live) {
        const term *target[] = {m->live, m->size, m->heap};
        const term *value[] = {
            memory_put (t, m->live, object, term_true (s)),
            memory_put (t, m->size, object, memory_fit (t, bytes, t->width)),
            memory_put (t, m->heap, object, term_bool (s, heap)),
        };
        emit_assign_all (t, target, value, 3);
    }
    if (heap && !(t->unit->options.checks & CHECK_CLEANUP))
        emit_unchecked (t, CHECK_TRACK);
    if (m->count && heap)
        emit_assign (t, m->count,
                     memory_op (t, OP_BVADD, m->count, memory_bits (t, 32, 1)));
}

/* Contents that nothing is known about. */
static void
object_forget (translation *t, LLVMValueRef site, const term *object)
{
    struct region_part *part;
    size_t parts = memory_parts (t, site, 0, &part);
    for (size_t i = 0; i < parts; i++) {
        const struct memory_cell *c = cell_of (t, part[i].region);
        for (int half = 0; half <= c->pair; half++) {
            if (c->region->unique) {
                emit_havoc (t, c->variable[half], NULL, NULL);
                continue;
            }
            const sort *s = cell_view (t, c, half, object)->sort;
            cell_assign (t, c, half, object, emit_any (t, "any", s));
        }
    }
    memory_free (part);
}

/* ---- locals */

static const term *
local_bytes (translation *t, LLVMValueRef a)
{
    const term *one = memory_bits (
        t, t->width,
        LLVMABISizeOfType (t->unit->layout, LLVMGetAllocatedType (a)));
    const term *count = value_of (t, LLVMGetOperand (a, 0)).leaf[0];
    if (count->sort->kind == SORT_BOOL)
        return one;
    return memory_op (t, OP_BVMUL, one, memory_fit (t, count, t->width));
}

static void
object_lives (translation *t, const term *object, bool lives)
{
    const term *live = t->memory->live;
    if (live)
        emit_assign (t, live,
                     memory_put (t, live, object, term_bool (t->terms, lives)));
}

/* Whether its function runs at most once: nothing was said about it before. */
static bool
local_is_first (const translation *t, LLVMValueRef a)
{
    const char *entry = t->unit->options.entry;
    LLVMValueRef f =
        LLVMGetNamedFunction (t->unit->module, entry ? entry : "main");
    LLVMBasicBlockRef block = LLVMGetInstructionParent (a);
    return f == t->function && !LLVMGetFirstUse (f)
           && block == LLVMGetEntryBasicBlock (f);
}

/* ---- frames: of locals that are made as the function goes on */

bool
local_is_dynamic (LLVMValueRef a)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent (a);
    assert (LLVMIsAAllocaInst (a));
    return !LLVMIsAConstantInt (LLVMGetOperand (a, 0))
           || b != LLVMGetEntryBasicBlock (LLVMGetBasicBlockParent (b));
}

/* The object is gone when the frame on top is. */
static void
frame_take (translation *t, const term *object)
{
    struct memory *m = t->memory;
    emit_assign (t, m->frame, memory_put (t, m->frame, object, m->top));
}

void
memory_enter (translation *t)
{
    struct memory *m = t->memory;
    bool needed = false;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (t->function);
    for (; b; b = LLVMGetNextBasicBlock (b)) {
        LLVMValueRef i = LLVMGetFirstInstruction (b);
        for (; i; i = LLVMGetNextInstruction (i))
            needed |= LLVMIsAAllocaInst (i) && local_is_dynamic (i);
    }
    m->own = NULL;
    if (!m->frame || !needed)
        return;
    m->own = object_next (t);
    m->top = emit_local (t, "top", m->own->sort);
    emit_assign (t, m->top, m->own);
    object_lives (t, m->own, true);
}

struct translated_value
memory_stack_save (translation *t, LLVMTypeRef type)
{
    struct memory *m = t->memory;
    if (!m->own) {
        struct translated_value any = value_new (t, value_leaves (t, type));
        for (size_t i = 0; i < any.leaves; i++)
            any.leaf[i] = emit_any (t, "stack", leaf_sort (t, type, i));
        return any;
    }
    const term *inner = object_next (t);
    object_lives (t, inner, true);
    frame_take (t, inner);
    emit_assign (t, m->top, inner);
    return pointer_new (t, inner);
}

void
memory_stack_restore (translation *t, struct translated_value saved)
{
    struct memory *m = t->memory;
    if (!m->own)
        return;
    object_lives (t, pointer_object (saved), false);
    emit_assign (t, m->top,
                 memory_select (t, m->frame, pointer_object (saved)));
}

struct translated_value
memory_local (translation *t, LLVMValueRef a)
{
    uint32_t number;
    bool single = object_number (t, a, &number);
    const term *object = object_make (t, a);
    if (single && !local_is_first (t, a))
        object_forget (t, a, object);
    if (t->memory->live && t->unit->scopes_open)
        mark_assumes (t->program, "locals are not used after their block");
    object_born (t, object, local_bytes (t, a), false);
    if (local_is_scoped (a))
        object_lives (t, object, false);
    if (t->memory->frame && local_is_dynamic (a))
        frame_take (t, object);
    return pointer_new (t, object);
}

void
memory_scope (translation *t, LLVMValueRef a, bool begins)
{
    object_lives (t, pointer_object (value_of (t, a)), begins);
}

bool
local_is_scoped (LLVMValueRef a)
{
    assert (LLVMIsAAllocaInst (a));
    for (LLVMUseRef u = LLVMGetFirstUse (a); u; u = LLVMGetNextUse (u)) {
        LLVMValueRef call = LLVMIsACallInst (LLVMGetUser (u));
        LLVMValueRef f =
            call ? LLVMIsAFunction (LLVMGetCalledValue (call)) : NULL;
        if (f && !strcmp (LLVMGetValueName2 (f, &(size_t) {0}), COHORT_SCOPE))
            return true;
    }
    return false;
}

LLVMTypeRef
parameter_type (LLVMValueRef parameter)
{
    unsigned kind = LLVMGetEnumAttributeKindForName ("byval", 5), index = 1;
    LLVMValueRef f = LLVMGetParamParent (parameter);
    for (LLVMValueRef p = LLVMGetFirstParam (f); p != parameter;
         p = LLVMGetNextParam (p))
        index++;
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex (f, index, kind);
    return a ? LLVMGetTypeAttributeValue (a) : NULL;
}

struct translated_value
memory_parameter (translation *t, LLVMValueRef parameter)
{
    LLVMTypeRef type = parameter_type (parameter);
    struct translated_value passed = value_of (t, parameter);
    assert (type);
    const term *bytes =
        memory_bits (t, t->width, LLVMABISizeOfType (t->unit->layout, type));
    struct translated_value own = pointer_new (t, object_make (t, parameter));
    object_born (t, pointer_object (own), bytes, false);
    memory_move_at (t, parameter, own, parameter, passed, bytes);
    return own;
}

static const term *
local_left (translation *t, LLVMValueRef a, const term *live)
{
    uint32_t number;
    const term *object = NULL;
    if (object_number (t, a, &number))
        object = object_constant (t, number);
    else if (LLVMGetInstructionParent (a)
             == LLVMGetEntryBasicBlock (t->function))
        object = pointer_object (value_of (t, a));
    return object ? memory_put (t, live, object, term_false (t->terms)) : live;
}

void
memory_leave (translation *t)
{
    const term *live = t->memory->live;
    if (!live)
        return;
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (t->function);
    for (; b; b = LLVMGetNextBasicBlock (b)) {
        LLVMValueRef i = LLVMGetFirstInstruction (b);
        for (; i; i = LLVMGetNextInstruction (i))
            if (LLVMIsAAllocaInst (i))
                live = local_left (t, i, live);
    }
    LLVMValueRef p = LLVMGetFirstParam (t->function);
    for (; p; p = LLVMGetNextParam (p))
        if (parameter_type (p))
            live = memory_put (t, live, pointer_object (value_of (t, p)),
                               term_false (t->terms));
    if (t->memory->own)
        live = memory_put (t, live, t->memory->own, term_false (t->terms));
    emit_assign (t, t->memory->live, live);
}

/* ---- the heap */

/* Where malloc may fail: the object, or null; the latter in *failed. */
static const term *
object_or_null (translation *t, LLVMValueRef site, const term *object,
                const term **failed)
{
    *failed = term_false (t->terms);
    if (!t->unit->options.malloc_fails)
        return object;
    *failed = emit_local (t, "fails", sort_bool (t->terms));
    emit_havoc (t, *failed, MARK_OPEN, "malloc");
    LLVMValueRef callee =
        LLVMIsACallInst (site) ? LLVMGetCalledValue (site) : NULL;
    if (callee && LLVMIsAFunction (callee))
        emit_also (t, MARK_FAILS, LLVMGetValueName2 (callee, &(size_t) {0}));
    return term_ite (t->terms, *failed, object_constant (t, 0), object);
}

/* An object that was not made after all: it is neither live nor counted. */
static void
object_unmake (translation *t, const term *object, const term *failed)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    if (term_is_false (failed))
        return;
    if (m->live)
        emit_assign (t, m->live,
                     memory_put (t, m->live, object, term_not (s, failed)));
    if (m->count)
        emit_assign (
            t, m->count,
            term_ite (s, failed,
                      memory_op (t, OP_BVSUB, m->count, memory_bits (t, 32, 1)),
                      m->count));
}

struct translated_value
memory_make (translation *t, LLVMValueRef site, const term *bytes, bool zeroed)
{
    const term *object = object_make (t, site), *failed;
    struct translated_value made = pointer_new (t, object);
    object_born (t, object, bytes, true);
    if (zeroed && !t->memory->reallocates)
        memory_zero (t, site, made);
    else if (zeroed)
        memory_set_at (t, site, made, memory_bits (t, 8, 0), bytes);
    const term *given = object_or_null (t, site, object, &failed);
    object_unmake (t, object, failed);
    return pointer_new (t, given);
}

struct translated_value
memory_outside (translation *t, LLVMValueRef site, const term *bytes)
{
    uint32_t number;
    const term *object = object_make (t, site);
    if (object_number (t, site, &number))
        object_forget (t, site, object);
    object_born (t, object, bytes, false);
    return pointer_new (t, object);
}

void
memory_outside_gone (translation *t, struct translated_value p)
{
    struct memory *m = t->memory;
    if (m->live)
        emit_assign (
            t, m->live,
            memory_put (t, m->live, pointer_object (p), term_false (t->terms)));
}

/* live [o] := false, count - 1, unless o is null or `kept` holds. */
static void
object_gone (translation *t, const term *object, const term *kept)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    if (m->live)
        emit_assign (
            t, m->live,
            memory_put (
                t, m->live, object,
                term_and2 (s, kept, memory_select (t, m->live, object))));
    if (!m->count)
        return;
    const term *null = term_eq (s, object, object_constant (t, 0));
    const term *less =
        memory_op (t, OP_BVSUB, m->count, memory_bits (t, 32, 1));
    emit_assign (t, m->count,
                 term_ite (s, term_or2 (s, null, kept), m->count, less));
}

static void
object_check_free (translation *t, struct translated_value p, const char *what)
{
    struct memory *m = t->memory;
    terms *s = t->terms;
    emit_unchecked (t, CHECK_FREE);
    if (!m->live)
        return;
    const term *object = pointer_object (p);
    const term *start = term_eq (s, pointer_offset (p), offset_constant (t, 0));
    const term *null = term_eq (s, object, object_constant (t, 0));
    const term *fine = term_and2 (s, memory_select (t, m->heap, object),
                                  memory_select (t, m->live, object));
    fine = term_and2 (s, start, term_or2 (s, null, fine));
    emit_assert (t, fine, CHECK_FREE, what);
}

void
memory_free_object (translation *t, struct translated_value p)
{
    object_check_free (t, p, "free of what is not a live heap object");
    object_gone (t, pointer_object (p), term_false (t->terms));
}

/* What lies beyond the end of the old object was never written, so it is
 * arbitrary in the new one too. */
static void
object_inherit (translation *t, LLVMValueRef site, const term *to,
                const term *from)
{
    struct region_part *part;
    size_t parts = memory_parts (t, site, 0, &part);
    for (size_t i = 0; i < parts; i++) {
        const struct memory_cell *c = cell_of (t, part[i].region);
        if (c->region->unique) {
            const term *null = object_constant (t, 0);
            memory_cut_if (t,
                           term_not (t->terms, term_eq (t->terms, from, null)),
                           "realloc of an object that should be new");
            continue;
        }
        for (int half = 0; half <= c->pair; half++)
            cell_assign (t, c, half, to, cell_view (t, c, half, from));
    }
    memory_free (part);
}

struct translated_value
memory_remake (translation *t, LLVMValueRef site, struct translated_value p,
               const term *bytes)
{
    object_check_free (t, p, "realloc of what is not a live heap object");
    const term *object = object_make (t, site), *failed;
    object_born (t, object, bytes, true);
    object_inherit (t, site, object, pointer_object (p));
    const term *given = object_or_null (t, site, object, &failed);
    object_unmake (t, object, failed);
    object_gone (t, pointer_object (p), failed);
    return pointer_new (t, given);
}
