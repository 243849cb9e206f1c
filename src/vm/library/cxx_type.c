/* cxx_type.c -- which types of C++ are which others' bases. */
#include "vm/library/cxx_type.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "vm/library/native_internal.h"

enum { DEPTH_MOST = 64, PUBLIC = 2, VIRTUAL = 1, OFFSET_SHIFT = 8 };

enum cxx_type_kind { PLAIN, CLASS, CLASS_ONE_BASE, CLASS_BASES, POINTER };

static enum vm_effect
word_at (struct vm_run *r, struct vm_value p, int64_t words, struct vm_value *v)
{
    int64_t offset = words * (int64_t) r->code->pointer_bytes;
    return vm_load (r, native_at (r, p, (uint64_t) offset), native_word (r), v);
}

/* From the name of its vtable. */
static enum vm_effect
type_kind (struct vm_run *r, struct vm_value type, enum cxx_type_kind *kind)
{
    struct vm_value table;
    TRY (word_at (r, type, 0, &table));
    if (vm_id_kind (table.object) != VM_GLOBAL)
        return vm_cut (r, "a type_info without a vtable");
    const char *name =
        r->code->text.at[r->code->global.at[vm_id_number (table.object)].name];
    *kind = strstr (name, "__si_class_type_info")    ? CLASS_ONE_BASE
            : strstr (name, "__vmi_class_type_info") ? CLASS_BASES
            : strstr (name, "__class_type_info")     ? CLASS
            : strstr (name, "__pointer_type_info")   ? POINTER
                                                     : PLAIN;
    return VM_DONE;
}

/* ---- bases */

/* Where the parts of type `wanted` are in an object; what is behind a base that
 * is not public counts as hidden. */
struct cxx_type_search {
    struct vm_run *run;
    struct vm_value wanted;
    struct vm_value
        through; /* not null: only parts that have this part, of... */
    struct vm_value through_type;
    struct vm_value found;
    unsigned count; /* of distinct ones */
};

static enum vm_effect bases_search (struct cxx_type_search *,
                                    struct vm_value type, struct vm_value at,
                                    bool visible, unsigned depth);

static enum vm_effect
base_offset (struct vm_run *r, struct vm_value at, int64_t flags,
             struct vm_value *base)
{
    int64_t offset = flags >> OFFSET_SHIFT;
    *base = at;
    if (flags & VIRTUAL) {
        struct vm_value table, v;
        /* Of no object (a null pointer): where a virtual base is does not
         * matter. */
        if (vm_is_null (at))
            return VM_DONE;
        TRY (word_at (r, at, 0, &table));
        TRY (vm_load (r, native_at (r, table, (uint64_t) offset),
                      native_word (r), &v));
        if (!vm_is_known (v) || v.object)
            return vm_cut (r, "an object without a vtable");
        offset = native_word (r) == 64 ? (int64_t) v.bits
                                       : (int32_t) (uint32_t) v.bits;
    }
    *base = native_at (r, at, (uint64_t) offset);
    return VM_DONE;
}

static enum vm_effect
bases_of_many (struct cxx_type_search *s, struct vm_value type,
               struct vm_value at, bool visible, unsigned depth)
{
    struct vm_run *r = s->run;
    unsigned word = native_word (r) / 8;
    struct vm_value count;
    TRY (vm_load (r, native_at (r, type, 2 * word + 4), 32, &count));
    for (uint64_t i = 0; i < count.bits; i++) {
        struct vm_value base, flags, where;
        TRY (word_at (r, native_at (r, type, 2 * word + 8), 2 * (int64_t) i,
                      &base));
        TRY (word_at (r, native_at (r, type, 2 * word + 8), 2 * (int64_t) i + 1,
                      &flags));
        int64_t f =
            word == 8 ? (int64_t) flags.bits : (int32_t) (uint32_t) flags.bits;
        TRY (base_offset (r, at, f, &where));
        TRY (bases_search (s, base, where, visible && (f & PUBLIC), depth + 1));
    }
    return VM_DONE;
}

/* Does the part at `at`, of the wanted type, have the part `through`? */
static enum vm_effect
part_has (struct cxx_type_search *s, struct vm_value at, unsigned depth,
          bool *has)
{
    struct cxx_type_search inner = {.run = s->run, .wanted = s->through_type};
    struct vm_value found = s->through;
    *has = true;
    if (vm_is_null (s->through))
        return VM_DONE;
    TRY (bases_search (&inner, s->wanted, at, true, depth + 1));
    *has = inner.count >= 1 && vm_same (inner.found, found);
    return VM_DONE;
}

static enum vm_effect
bases_search (struct cxx_type_search *s, struct vm_value type,
              struct vm_value at, bool visible, unsigned depth)
{
    enum cxx_type_kind kind;
    struct vm_value base;
    if (depth > DEPTH_MOST)
        return vm_cut (s->run, "classes that are derived so deeply");
    if (vm_same (type, s->wanted)) {
        bool has;
        TRY (part_has (s, at, depth, &has));
        if (visible && has && !(s->count && vm_same (s->found, at))) {
            s->count++;
            s->found = at;
        }
        return VM_DONE;
    }
    TRY (type_kind (s->run, type, &kind));
    if (kind == CLASS_BASES)
        return bases_of_many (s, type, at, visible, depth);
    if (kind != CLASS_ONE_BASE)
        return VM_DONE;
    TRY (word_at (s->run, type, 2, &base));
    return bases_search (s, base, at, visible, depth + 1);
}

/* ---- handlers */

static bool
is_named (struct vm_run *r, struct vm_value type, const char *symbol)
{
    return vm_id_kind (type.object) == VM_GLOBAL
           && !strcmp (
               r->code->text
                   .at[r->code->global.at[vm_id_number (type.object)].name],
               symbol);
}

/* Handlers of pointers: more const, void, a base of the class. */
static enum vm_effect
catches_pointer (struct vm_run *r, struct vm_value caught,
                 struct vm_value thrown, struct vm_value value, bool *catches,
                 struct vm_value *adjusted)
{
    unsigned word = native_word (r) / 8;
    struct vm_value to, from, more, less;
    TRY (vm_load (r, native_at (r, caught, 2 * word), 32, &more));
    TRY (vm_load (r, native_at (r, thrown, 2 * word), 32, &less));
    TRY (word_at (r, caught, 3, &to));
    TRY (word_at (r, thrown, 3, &from));
    *adjusted = value;
    /* const, volatile, restrict: 1, 2, 4 */
    if (less.bits & 7 & ~more.bits)
        return VM_DONE;
    *catches = vm_same (to, from) || is_named (r, to, "_ZTIv");
    if (*catches)
        return VM_DONE;
    struct cxx_type_search s = {.run = r, .wanted = to};
    TRY (bases_search (&s, from, value, true, 0));
    *catches = s.count == 1;
    if (*catches && !vm_is_null (value))
        *adjusted = s.found;
    return VM_DONE;
}

enum vm_effect
vm_cxx_catches (struct vm_run *r, struct vm_value caught,
                struct vm_value thrown, struct vm_value object, bool *catches,
                struct vm_value *adjusted)
{
    enum cxx_type_kind a, b;
    *catches = false;
    *adjusted = object;
    TRY (type_kind (r, thrown, &b));
    if (b == POINTER || is_named (r, thrown, "_ZTIDn")) {
        struct vm_value value;
        TRY (word_at (r, object, 0, &value));
        *adjusted = value;
        if (vm_same (caught, thrown)) {
            *catches = true;
            return VM_DONE;
        }
        TRY (type_kind (r, caught, &a));
        if (a == POINTER && b != POINTER)
            *catches = true;
        return a == POINTER && b == POINTER
                   ? catches_pointer (r, caught, thrown, value, catches,
                                      adjusted)
                   : VM_DONE;
    }
    struct cxx_type_search s = {.run = r, .wanted = caught};
    TRY (bases_search (&s, thrown, object, true, 0));
    *catches = s.count == 1;
    if (*catches)
        *adjusted = s.found;
    return VM_DONE;
}

/* ---- dynamic_cast */

enum vm_effect
vm_cxx_dynamic (struct vm_run *r, struct vm_value object, struct vm_value from,
                struct vm_value to, struct vm_value *result)
{
    struct vm_value table, type, top;
    *result = vm_number (0);
    TRY (word_at (r, object, 0, &table));
    TRY (word_at (r, table, -1, &type));
    TRY (word_at (r, table, -2, &top));
    if (!vm_is_known (top) || top.object)
        return vm_cut (r, "an object without a vtable");
    struct vm_value whole = native_at (r, object, top.bits);
    struct cxx_type_search s = {
        .run = r, .wanted = to, .through = object, .through_type = from};
    TRY (bases_search (&s, type, whole, true, 0));
    if (!s.count) {
        s = (struct cxx_type_search) {.run = r, .wanted = to};
        TRY (bases_search (&s, type, whole, true, 0));
    }
    if (s.count == 1)
        *result = s.found;
    return VM_DONE;
}

/* ---- names */

void
vm_cxx_name (struct vm_run *r, struct vm_value type, char *to, size_t room)
{
    static const char *const plain[] = {
        "i",   "int",           "j", "unsigned", "c", "char",  "l", "long",
        "m",   "unsigned long", "d", "double",   "f", "float", "b", "bool",
        "PKc", "const char *",  NULL};
    struct text name;
    struct vm_value at;
    text_init (&name);
    if (word_at (r, type, 1, &at) != VM_DONE || !vm_string (r, at, &name))
        text_add (&name, "unknown");
    const char *n = text_view (&name);
    for (size_t i = 0; plain[i]; i += 2)
        if (!strcmp (n, plain[i]))
            n = plain[i + 1];
    const char *std = n[0] == 'S' && n[1] == 't' ? "std::" : "";
    if (*std)
        n += 2;
    const char *rest = n + strspn (n, "0123456789");
    snprintf (to, room, "%s%s", std, *rest ? rest : n);
    text_clear (&name);
}
