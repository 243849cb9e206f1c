/* native_memory.c -- functions that make, free, copy and compare memory. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

enum { OBJECT_MOST = 16 << 20 };

/* ---- new objects */

static enum vm_effect
memory_new_object (struct vm_run *r, struct vm_value size, uint32_t flags,
                   bool may_fail, struct vm_value *result)
{
    TRY (native_known (r, &size, native_word (r), "the size of an object"));
    if (size.object)
        return vm_cut (r, "the size of an object is an address");
    if (may_fail && (r->code->options & VM_MALLOC_FAILS) && vm_choose (r, 2)) {
        *result = vm_number (0);
        return VM_DONE;
    }
    if (size.bits > OBJECT_MOST)
        return vm_cut (r, "an object of more than 16 MB");
    vm_id object = vm_heap_new (r->state, (uint32_t) size.bits, flags);
    if (!object)
        return vm_cut (r, "a heap of more than %d objects", VM_HEAP_MOST);
    *result = vm_pointer (object, 0);
    return VM_DONE;
}

NATIVE (native_malloc)
{
    assert (arguments >= 1);
    (void) arguments;
    return memory_new_object (r, argument[0], VM_BY_MALLOC, true, result);
}

NATIVE (native_calloc)
{
    struct vm_value n = argument[0], size = argument[1];
    assert (arguments >= 2);
    (void) arguments;
    TRY (native_known (r, &n, native_word (r), "the size of an object"));
    TRY (native_known (r, &size, native_word (r), "the size of an object"));
    uint64_t whole;
    if (__builtin_mul_overflow (n.bits, size.bits, &whole)
        || whole > OBJECT_MOST)
        return vm_cut (r, "an object of more than 16 MB");
    TRY (memory_new_object (r, vm_number (whole), VM_BY_MALLOC, true, result));
    if (result->object)
        vm_object_zero (r->state, vm_object_find (r->state, result->object));
    return VM_DONE;
}

/* aligned_alloc (alignment, size), memalign likewise. */
NATIVE (native_aligned_alloc)
{
    assert (arguments >= 2);
    (void) arguments;
    return memory_new_object (r, argument[1], VM_BY_MALLOC, true, result);
}

NATIVE (native_posix_memalign)
{
    struct vm_value made;
    assert (arguments >= 3);
    (void) arguments;
    TRY (memory_new_object (r, argument[2], VM_BY_MALLOC, true, &made));
    *result = native_int (made.object ? 0 : ENOMEM);
    if (!made.object)
        return VM_DONE;
    return vm_store (r, argument[0], native_word (r), made);
}

/* _Znwm and its kind: those that may not fail throw, and that is not modelled:
 * they never fail; those with nothrow may. */
NATIVE (native_new)
{
    (void) arguments;
    return memory_new_object (r, argument[0], VM_BY_NEW, false, result);
}

NATIVE (native_new_array)
{
    (void) arguments;
    return memory_new_object (r, argument[0], VM_BY_NEW_ARRAY, false, result);
}

NATIVE (native_new_nothrow)
{
    (void) arguments;
    return memory_new_object (r, argument[0], VM_BY_NEW, true, result);
}

NATIVE (native_new_array_nothrow)
{
    (void) arguments;
    return memory_new_object (r, argument[0], VM_BY_NEW_ARRAY, true, result);
}

/* ---- freeing */

static const char *
maker_name (uint32_t flags)
{
    return flags & VM_BY_MALLOC      ? "malloc"
           : flags & VM_BY_NEW       ? "new"
           : flags & VM_BY_NEW_ARRAY ? "new[]"
                                     : "something else";
}

/* The object that may be freed by what fits `flag`; null: of a null pointer. */
static enum vm_effect
free_check (struct vm_run *r, struct vm_value p, uint32_t flag,
            const char *freeing, struct vm_object **object)
{
    *object = NULL;
    if (vm_is_null (p))
        return VM_DONE;
    if (vm_is_unwritten (p))
        return vm_fail (r, VM_FAULT_BAD_FREE,
                        "%s of a pointer that was never "
                        "written",
                        freeing);
    if (!vm_is_known (p))
        return vm_cut (r, "%s of an unknown pointer", freeing);
    if (vm_id_kind (p.object) != VM_HEAP)
        return vm_fail (r, VM_FAULT_BAD_FREE, "%s of what is not on the heap",
                        freeing);
    struct vm_object *o = vm_object_find (r->state, p.object);
    if (!o || o->flags & VM_FREED)
        return vm_fail (r, VM_FAULT_DOUBLE_FREE, "%s of what was freed before",
                        freeing);
    if (p.bits)
        return vm_fail (r, VM_FAULT_BAD_FREE,
                        "%s of a pointer into the middle of an object",
                        freeing);
    if (!(o->flags & flag))
        return vm_fail (r, VM_FAULT_BAD_FREE, "%s of what was made by %s",
                        freeing, maker_name (o->flags));
    if (o->flags & VM_HELD)
        return vm_fail (r, VM_FAULT_CONFLICT, "%s of what a thread holds",
                        freeing);
    *object = o;
    return VM_DONE;
}

static enum vm_effect
memory_release (struct vm_run *r, struct vm_value p, uint32_t flag,
                const char *freeing)
{
    struct vm_object *o;
    TRY (free_check (r, p, flag, freeing, &o));
    if (o)
        vm_object_free (r->state, o);
    return VM_DONE;
}

NATIVE (native_free)
{
    (void) arguments, (void) result;
    return memory_release (r, argument[0], VM_BY_MALLOC, "free");
}

NATIVE (native_delete)
{
    (void) arguments, (void) result;
    return memory_release (r, argument[0], VM_BY_NEW, "delete");
}

NATIVE (native_delete_array)
{
    (void) arguments, (void) result;
    return memory_release (r, argument[0], VM_BY_NEW_ARRAY, "delete[]");
}

NATIVE (native_realloc)
{
    struct vm_object *old;
    struct vm_value size = argument[1];
    assert (arguments >= 2);
    (void) arguments;
    TRY (free_check (r, argument[0], VM_BY_MALLOC, "realloc", &old));
    TRY (native_known (r, &size, native_word (r), "the size of an object"));
    TRY (memory_new_object (r, size, VM_BY_MALLOC, true, result));
    if (!result->object || vm_is_null (argument[0]))
        return VM_DONE;
    /* The heap may have moved. */
    old = vm_object_find (r->state, argument[0].object);
    uint64_t keep = old->size < size.bits ? old->size : size.bits;
    TRY (vm_copy (r, *result, argument[0], keep));
    vm_object_free (r->state, vm_object_find (r->state, argument[0].object));
    return VM_DONE;
}

/* malloc_usable_size is as much as was asked for. */
NATIVE (native_usable_size)
{
    (void) arguments;
    struct vm_object *o = vm_object_find (r->state, argument[0].object);
    if (!o || o->flags & VM_FREED || argument[0].bits)
        return vm_cut (r, "the size of what is no object of the heap");
    *result = vm_number (o->size);
    return VM_DONE;
}

/* reallocarray (pointer, count, size) */
NATIVE (native_reallocarray)
{
    struct vm_value n = argument[1], size = argument[2];
    uint64_t whole;
    assert (arguments >= 3);
    (void) arguments;
    TRY (native_known (r, &n, native_word (r), "the size of an object"));
    TRY (native_known (r, &size, native_word (r), "the size of an object"));
    if (__builtin_mul_overflow (n.bits, size.bits, &whole))
        return vm_cut (r, "an object of more than 16 MB");
    struct vm_value both[2] = {argument[0], vm_number (whole)};
    return native_realloc (r, both, 2, result);
}

/* ---- locals that begin anew */

/* cohort.forget (pointer, size): these bytes were never written. */
NATIVE (native_forget)
{
    struct vm_value size = argument[1];
    struct vm_value byte =
        r->code->options & VM_FRESH_ZERO ? vm_number (0) : vm_unwritten (8);
    assert (arguments >= 2);
    (void) arguments, (void) result;
    TRY (native_known (r, &size, native_word (r), "the size of a local"));
    return size.bits ? vm_fill (r, argument[0], byte, size.bits) : VM_DONE;
}

/* cohort.scope (pointer, begins): the block of a local begins or is left.  One
 * that begins anew was never written. */
NATIVE (native_scope)
{
    struct vm_object *o = vm_object_find (r->state, argument[0].object);
    assert (arguments >= 2);
    (void) arguments, (void) result;
    if (!o || argument[0].unknown)
        return vm_cut (r, "a local that is not known");
    if (!argument[1].bits != !(o->flags & VM_FREED))
        return VM_DONE;
    if (argument[1].bits)
        vm_object_renew (r->state, r->thread, argument[0].object);
    else
        vm_object_free (r->state, o);
    return VM_DONE;
}

/* How many objects the frame has. */
NATIVE (native_stacksave)
{
    (void) argument, (void) arguments;
    *result = vm_number (vm_frame_top (vm_self (r))->objects);
    return VM_DONE;
}

/* Those that came since are gone, their places are not used again. */
NATIVE (native_stackrestore)
{
    struct vm_thread *t = vm_self (r);
    (void) arguments, (void) result;
    if (!vm_is_known (argument[0]))
        return vm_cut (r, "an unknown end of local variables");
    vm_own_frame (r->state, t, vm_frame_top (t));
    struct vm_frame *f = vm_frame_top (t);
    for (uint64_t i = argument[0].bits; i < f->objects; i++)
        if (!(f->object[i].flags & VM_FREED))
            vm_object_free (r->state, &f->object[i]);
    return VM_DONE;
}

/* __cohort_disjoint (pointer, from, size): is it before or behind these bytes?
 * (One that points just behind them is not.) */
NATIVE (native_disjoint)
{
    struct vm_value size = argument[2];
    assert (arguments >= 3);
    (void) arguments;
    TRY (native_known (r, &size, native_word (r), "the size of a string"));
    if (!vm_is_known (argument[0]) || !vm_is_known (argument[1]))
        return vm_cut (r, "unknown pointers are compared");
    *result = vm_number (argument[0].object != argument[1].object
                         || argument[0].bits < argument[1].bits
                         || argument[0].bits > argument[1].bits + size.bits);
    return VM_DONE;
}
