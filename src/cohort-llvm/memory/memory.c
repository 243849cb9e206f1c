/* memory.c -- the objects of a program: their numbers, and when they are valid.
 */
#include "cohort-llvm/memory/internal.h"

#include <stdio.h>
#include <string.h>

/* ---- numbers */

static void
object_add (translation *t, LLVMValueRef value, struct object o)
{
    struct memory *m = t->memory;
    assert (m->object.size < UINT32_MAX);
    o.value = value;
    map_put (&t->object, map_number ((uintptr_t) value), m->object.size);
    VEC_PUSH (m->object, o);
}

static void
object_add_global (translation *t, LLVMValueRef g)
{
    LLVMTypeRef type = LLVMGlobalGetValueType (g);
    struct object o = {.permanent = true, .sized = LLVMTypeIsSized (type)};
    if (o.sized)
        o.size = LLVMABISizeOfType (t->unit->layout, type);
    /* An array whose length another file knows. */
    if (LLVMIsDeclaration (g) && !o.size)
        o.sized = false;
    object_add (t, g, o);
}

static void
object_add_local (translation *t, LLVMValueRef a)
{
    LLVMTypeRef type = LLVMGetAllocatedType (a);
    LLVMValueRef count = LLVMGetOperand (a, 0);
    struct object o = {0};
    if (LLVMIsAConstantInt (count) && LLVMTypeIsSized (type)) {
        o.sized = true;
        o.size = LLVMABISizeOfType (t->unit->layout, type)
                 * LLVMConstIntGetZExtValue (count);
    }
    object_add (t, a, o);
}

static void
object_add_parameter (translation *t, LLVMValueRef p)
{
    LLVMTypeRef type = parameter_type (p);
    if (!type || !regions_single (t->regions, p))
        return;
    struct object o = {.sized = true,
                       .size = LLVMABISizeOfType (t->unit->layout, type)};
    object_add (t, p, o);
}

/* Allocas, allocating calls and parameters that exist once at a time. */
static void
object_add_single (translation *t, LLVMValueRef f)
{
    LLVMValueRef p = LLVMGetFirstParam (f);
    for (; p && !LLVMIsDeclaration (f); p = LLVMGetNextParam (p))
        object_add_parameter (t, p);
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f);
    for (; b; b = LLVMGetNextBasicBlock (b)) {
        LLVMValueRef i = LLVMGetFirstInstruction (b);
        for (; i; i = LLVMGetNextInstruction (i)) {
            bool local = LLVMIsAAllocaInst (i) != NULL;
            bool call =
                LLVMIsACallInst (i)
                && LLVMGetTypeKind (LLVMTypeOf (i)) == LLVMPointerTypeKind;
            if ((!local && !call) || !regions_single (t->regions, i))
                continue;
            if (local)
                object_add_local (t, i);
            else
                object_add (t, i, (struct object) {0});
        }
    }
}

static void
object_add_all (translation *t)
{
    LLVMModuleRef module = t->unit->module;
    object_add (t, NULL, (struct object) {.sized = true}); /* null */
    LLVMValueRef v;
    for (v = LLVMGetFirstFunction (module); v; v = LLVMGetNextFunction (v))
        object_add (t, v, (struct object) {.sized = true, .permanent = true});
    for (v = LLVMGetFirstGlobal (module); v; v = LLVMGetNextGlobal (v))
        object_add_global (t, v);
    for (v = LLVMGetFirstFunction (module); v; v = LLVMGetNextFunction (v))
        object_add_single (t, v);
}

static bool
module_has_dynamic (LLVMModuleRef module)
{
    LLVMValueRef f = LLVMGetFirstFunction (module);
    for (; f; f = LLVMGetNextFunction (f)) {
        LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f);
        for (; b; b = LLVMGetNextBasicBlock (b)) {
            LLVMValueRef i = LLVMGetFirstInstruction (b);
            for (; i; i = LLVMGetNextInstruction (i))
                if (LLVMIsAAllocaInst (i) && local_is_dynamic (i))
                    return true;
        }
    }
    return false;
}

/* What traces say of objects that have numbers of their own. */
static void
object_mark_all (translation *t)
{
    struct memory *m = t->memory;
    struct variable *v = &VEC_LAST (t->program->global);
    for (size_t i = m->object.size - 1; i; i--) {
        const struct object *o = &m->object.at[i];
        struct text layout;
        text_init (&layout);
        const char *name = regions_object (t->regions, o->value, &layout);
        if (LLVMIsAFunction (o->value))
            name = LLVMGetValueName2 (o->value, &(size_t) {0});
        struct attribute_value value[] = {
            {.term = object_constant (t, (uint32_t) i)},
            {.term = memory_bits (t, t->width, o->sized ? o->size : 0)},
            {.string = name},
            {.string = LLVMIsAFunction (o->value) ? "()" : text_view (&layout)},
        };
        if (strchr (name, '.')) /* not C's */
            name = "";
        if (*name || LLVMIsACallInst (o->value))
            v->attribute =
                mark_values (t->program, v->attribute, MARK_OBJECT, value, 4);
        text_clear (&layout);
    }
}

struct memory *
memory_begin (translation *t)
{
    struct memory *m = t->memory = NEW (struct memory);
    terms *s = t->terms;
    unsigned checks = t->unit->options.checks;
    const sort *number = sort_bv (s, 32);
    m->cell = NEW_ARRAY (struct memory_cell *, regions_count (t->regions) + 1);
    object_add_all (t);
    m->next = emit_global (t, MARK_OBJECTS, number);
    object_mark_all (t);
    if (checks & (CHECK_DEREF | CHECK_FREE | CHECK_TRACK | CHECK_CLEANUP)) {
        m->size = emit_global (t, "@size",
                               sort_array (s, number, sort_bv (s, t->width)));
        m->live =
            emit_global (t, "@live", sort_array (s, number, sort_bool (s)));
        m->heap =
            emit_global (t, "@heap", sort_array (s, number, sort_bool (s)));
    }
    if (m->live && module_has_dynamic (t->unit->module))
        m->frame = emit_global (t, "@frame", sort_array (s, number, number));
    if (checks & (CHECK_TRACK | CHECK_CLEANUP))
        m->count = emit_global (t, "@count", number);
    static const char *const again[] = {"realloc", "reallocarray"};
    for (size_t i = 0; i < sizeof again / sizeof *again; i++)
        m->reallocates |=
            LLVMGetNamedFunction (t->unit->module, again[i]) != NULL;
    return m;
}

void
memory_drop (struct memory *m)
{
    if (!m)
        return;
    memory_free (m->cell);
    VEC_CLEAR (m->object);
    VEC_CLEAR (m->constant);
    term_map_clear (&m->is_constant);
    memory_free (m);
}

const struct object *
object_known (const translation *t, const term *number)
{
    uint64_t n;
    if (!memory_constant (number, &n) || n >= t->memory->object.size)
        return NULL;
    return &t->memory->object.at[n];
}

bool
object_number (const translation *t, LLVMValueRef value, uint32_t *number)
{
    uint64_t *n = map_get (&t->object, map_number ((uintptr_t) value));
    if (n)
        *number = (uint32_t) *n;
    return n != NULL;
}

uint32_t
memory_label (translation *t, LLVMValueRef label)
{
    uint32_t number;
    assert (LLVMIsABlockAddress (label));
    if (!object_number (t, label, &number)) {
        number = (uint32_t) t->memory->object.size;
        object_add (t, label,
                    (struct object) {.sized = true, .permanent = true});
    }
    return number;
}

size_t
memory_parts (translation *t, LLVMValueRef pointer, uint64_t bytes,
              struct region_part **part)
{
    size_t n = regions_touched (t->regions, pointer, bytes, NULL, 0);
    *part = NEW_ARRAY (struct region_part, n + 1);
    size_t again = regions_touched (t->regions, pointer, bytes, *part, n);
    assert (again == n);
    return again;
}

/* ---- validity, as it is assumed */

void
memory_assume (translation *t, const term *condition)
{
    if (term_is_true (condition))
        return;
    emit_assume (t, condition);
    emit_unchecked (t, CHECK_DEREF);
}

/* offset <= size - bytes, where bytes <= size. */
static const term *
bounds_of (translation *t, const term *offset, uint64_t size, uint64_t bytes)
{
    if (bytes > size)
        return term_false (t->terms);
    return memory_op (t, OP_BVULE, offset,
                      memory_bits (t, t->width, size - bytes));
}

static const term *
object_is_null (translation *t, struct translated_value p)
{
    return term_eq (t->terms, pointer_object (p), object_constant (t, 0));
}

/* The only object that the region can be in, or the pointer's. */
static const term *
region_object (translation *t, const struct region *r,
               struct translated_value p)
{
    uint32_t only;
    if (r->unique && r->object && object_number (t, r->object, &only))
        return object_constant (t, only);
    return pointer_object (p);
}

static void
assume_object (translation *t, const struct region *r,
               struct translated_value p)
{
    terms *s = t->terms;
    const term *object = pointer_object (p), *of = region_object (t, r, p);
    memory_assume (t, of == object ? term_not (s, object_is_null (t, p))
                                   : term_eq (s, object, of));
}

void
memory_assume_object (translation *t, const struct region *r,
                      struct translated_value p)
{
    if (!(t->unit->options.checks & CHECK_DEREF))
        assume_object (t, r, p);
}

/* Whether `bytes` bytes are in the region, where it has a place of its own. */
static const term *
region_contains (translation *t, const struct region *r, const term *offset,
                 uint64_t bytes)
{
    if (r->shape == REGION_SCALAR || !r->placed || !r->size)
        return term_true (t->terms);
    if (r->offset)
        offset = memory_op (t, OP_BVSUB, offset,
                            memory_bits (t, t->width, r->offset));
    return bounds_of (t, offset, r->size, bytes);
}

/* Whether they are in the region and in its object, as far as that is known. */
static const term *
access_inside (translation *t, const struct region *r,
               struct translated_value p, uint64_t bytes)
{
    const term *offset = pointer_offset (p);
    const struct object *o = object_known (t, region_object (t, r, p));
    const term *inside = region_contains (t, r, offset, bytes);
    bool narrower =
        o && o->sized && r->placed && r->size && r->offset + r->size <= o->size;
    if (o && o->sized && r->shape != REGION_SCALAR && !narrower)
        inside =
            term_and2 (t->terms, bounds_of (t, offset, o->size, bytes), inside);
    return inside;
}

void
memory_assume_valid (translation *t, const struct region *r,
                     struct translated_value p, uint64_t bytes)
{
    if (t->unit->options.checks & CHECK_DEREF)
        return;
    assume_object (t, r, p);
    memory_assume (t, access_inside (t, r, p, bytes));
    const struct object *o = object_known (t, region_object (t, r, p));
    if (!o || !o->sized)
        emit_unchecked (t, CHECK_DEREF);
}

void
memory_assume_there (translation *t, const struct region *r,
                     struct translated_value p)
{
    terms *s = t->terms;
    if (t->unit->options.checks & CHECK_DEREF)
        return;
    if (region_object (t, r, p) != pointer_object (p)) {
        assume_object (t, r, p);
        return;
    }
    memory_assume (t, term_not (s, object_is_null (t, p)));
}

const term *
memory_readable (translation *t, const struct region *r,
                 struct translated_value p, uint64_t bytes)
{
    if (t->unit->options.checks & CHECK_DEREF)
        return term_true (t->terms);
    return access_inside (t, r, p, bytes);
}

/* ---- validity, as it is checked */

/* The object that a pointer is computed from in this function; null: not known.
 */
static LLVMValueRef
pointer_base (LLVMValueRef p)
{
    for (unsigned i = 0; p && i < 1000; i++) {
        bool inner = LLVMIsAGetElementPtrInst (p) || LLVMIsABitCastInst (p)
                     || (LLVMIsAConstantExpr (p)
                         && LLVMGetConstOpcode (p) == LLVMGetElementPtr);
        if (!inner)
            return p;
        p = LLVMGetOperand (p, 0);
    }
    return NULL;
}

static bool
pointer_is_own_local (const translation *t, LLVMValueRef of)
{
    LLVMValueRef base = of ? pointer_base (of) : NULL;
    return base && LLVMIsAAllocaInst (base) && !local_is_scoped (base)
           && LLVMGetBasicBlockParent (LLVMGetInstructionParent (base))
                  == t->function;
}

const term *
memory_valid (translation *t, struct translated_value p, LLVMValueRef of,
              const term *bytes)
{
    terms *s = t->terms;
    struct memory *m = t->memory;
    const term *object = pointer_object (p), *offset = pointer_offset (p);
    const struct object *o = object_known (t, object);
    uint64_t n, size;
    bytes = memory_fit (t, bytes, t->width);
    bool sure = o && (o->permanent || pointer_is_own_local (t, of));
    if (sure && o->sized && memory_constant (bytes, &n))
        return n ? bounds_of (t, offset, o->size, n) : term_true (s);
    assert (m->live && m->size);
    const term *all = o && o->sized ? memory_bits (t, t->width, o->size)
                                    : memory_select (t, m->size, object);
    const term *live =
        sure ? term_true (s) : memory_select (t, m->live, object);
    if (m->frame && !o) {
        const term *frame = memory_select (t, m->frame, object);
        const term *none = term_eq (s, frame, object_constant (t, 0));
        live = term_and2 (
            s, live, term_or2 (s, none, memory_select (t, m->live, frame)));
    }
    const term *valid[] = {
        live,
        memory_op (t, OP_BVULE, bytes, all),
        memory_op (t, OP_BVULE, offset, memory_op (t, OP_BVSUB, all, bytes)),
    };
    const term *all_valid = term_and (s, valid, 3);
    if (memory_constant (bytes, &size) && size)
        return all_valid;
    const term *none = term_eq (s, bytes, memory_bits (t, t->width, 0));
    return term_or2 (s, none, all_valid);
}

/* " through p" if the pointer has a name that people know. */
static void
pointer_describe (struct text *to, LLVMValueRef p)
{
    LLVMValueRef base = pointer_base (p);
    size_t size = 0;
    const char *name = base ? LLVMGetValueName2 (base, &size) : NULL;
    if (!size || name[0] == '.' || !strncmp (name, "call", 4))
        return;
    size_t end = strcspn (name, ".");
    bool temporary = end >= 3 && !strncmp (name, "add", 3);
    if (end && !temporary)
        text_print (to, " through %.*s", (int) end, name);
}

/* More constants than that are not told apart from what may be written. */
enum { CONSTANTS_MOST = 64 };

/* Numbers of the constants of the program, in order of the module. */
static void
constants_find (translation *t)
{
    struct memory *m = t->memory;
    uint32_t number;
    LLVMValueRef g = LLVMGetFirstGlobal (t->unit->module);
    for (; g && !m->constants_found; g = LLVMGetNextGlobal (g))
        if (LLVMIsGlobalConstant (g) && object_number (t, g, &number)) {
            const term *is = object_constant (t, number);
            VEC_PUSH (m->constant, is);
            term_map_at (&m->is_constant, is, NULL);
        }
    m->constants_found = true;
}

/* The object is no constant of the program. */
static const term *
object_writable (translation *t, const term *object)
{
    struct memory *m = t->memory;
    constants_find (t);
    if (term_is_constant (object))
        return term_bool (t->terms, !term_map_get (&m->is_constant, object));
    struct term_vec other = {0};
    for (size_t i = 0; i < m->constant.size && other.size <= CONSTANTS_MOST;
         i++) {
        const term *is = term_eq (t->terms, object, m->constant.at[i]);
        if (!term_is_false (is))
            VEC_PUSH (other, term_not (t->terms, is));
    }
    if (other.size > CONSTANTS_MOST) {
        mark_assumes (t->program, "constants are not written");
        other.size = 0;
    }
    const term *all = term_and (t->terms, other.at, other.size);
    VEC_CLEAR (other);
    return all;
}

/* Whether bytes that belong to one region, or to several (of a struct, or of an
 * array of them), do so where they are.  Regions that lie between those of the
 * first and the last byte are parts of the same struct or array; bytes that
 * nobody else accesses have none. */
static const term *
access_contained (translation *t, LLVMValueRef pointer, uint64_t bytes)
{
    enum { FURTHEST = 4096 };
    const struct region *first = NULL, *last = NULL;
    uint64_t low = 0, high = bytes;
    while (!first && low < bytes && low < FURTHEST)
        first = regions_leaf (t->regions, pointer, low++, 1);
    if (!first)
        return term_true (t->terms);
    while (!last && bytes - high < FURTHEST)
        last = regions_leaf (t->regions, pointer, --high, 1);
    low--;
    terms *s = t->terms;
    const term *offset = pointer_offset (value_of (t, pointer)), *from = offset;
    if (low)
        from = memory_op (t, OP_BVADD, offset, memory_bits (t, t->width, low));
    if (!last || last == first)
        return region_contains (t, first, from, high + 1 - low);
    const term *to =
        memory_op (t, OP_BVADD, offset, memory_bits (t, t->width, high));
    return term_and2 (s, region_contains (t, first, from, 1),
                      region_contains (t, last, to, 1));
}

/* What is known where an access fails. */
static void
access_say (translation *t, struct translated_value to, const term *bytes)
{
    const struct memory *m = t->memory;
    const term *object = pointer_object (to);
    const struct object *o = object_known (t, object);
    bool sized = o && o->sized;
    if ((!sized && !m->size) || (!(o && o->permanent) && !m->live))
        return;
    const term *said[] = {
        object, pointer_offset (to), memory_fit (t, bytes, t->width),
        sized ? memory_bits (t, t->width, o->size)
              : memory_select (t, m->size, object),
        o && o->permanent ? term_true (t->terms)
                          : memory_select (t, m->live, object)};
    emit_say (t, MARK_ACCESS, said, 5);
}

void
memory_check (translation *t, LLVMValueRef pointer, const term *bytes,
              bool write)
{
    if (!(t->unit->options.checks & CHECK_DEREF))
        return;
    struct translated_value to = value_of (t, pointer);
    const term *valid = memory_valid (t, to, pointer, bytes);
    if (write)
        valid = term_and2 (t->terms, valid,
                           object_writable (t, pointer_object (to)));
    struct text message;
    uint64_t n;
    text_init (&message);
    text_print (&message, "invalid %s", write ? "write" : "read");
    if (memory_constant (bytes, &n))
        text_print (&message, " of %llu byte%s", (unsigned long long) n,
                    n == 1 ? "" : "s");
    pointer_describe (&message, pointer);
    emit_assert (t, valid, CHECK_DEREF, text_view (&message));
    if (!term_is_true (valid))
        access_say (t, to, bytes);
    text_clear (&message);
    if (memory_constant (bytes, &n) && n)
        memory_cut_if (t, term_not (t->terms, access_contained (t, pointer, n)),
                       "an index beyond an array within its object");
}
