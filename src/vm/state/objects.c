/* objects.c -- objects of a state: found, made, freed. */
#include "vm/state/internal.h"

static struct vm_object *
stack_find (struct vm_state *s, vm_id id)
{
    uint32_t thread = vm_id_thread (id), frame = vm_id_frame (id);
    if (thread >= s->thread.size || frame >= s->thread.at[thread].frames)
        return NULL;
    struct vm_frame *f = &s->thread.at[thread].frame[frame];
    return vm_id_slot (id) < f->objects ? &f->object[vm_id_slot (id)] : NULL;
}

static struct vm_object *
local_find (struct vm_state *s, vm_id id)
{
    uint32_t thread = vm_id_thread (id),
             n = vm_id_number (id) & ((1u << VM_TLS_BITS) - 1);
    if (thread >= s->thread.size || !s->thread.at[thread].local
        || n >= s->code->thread_locals)
        return NULL;
    return &s->thread.at[thread].local[n];
}

struct vm_object *
vm_object_find (struct vm_state *s, vm_id id)
{
    uint32_t n = vm_id_number (id);
    switch (vm_id_kind (id)) {
    case VM_GLOBAL:
        assert (n < s->code->global.size);
        return s->code->global.at[n].constant ? &s->constant[n] : &s->global[n];
    case VM_STACK:
        return stack_find (s, id);
    case VM_HEAP:
        assert (n);
        return n <= s->heap.size ? &s->heap.at[n - 1] : NULL;
    case VM_TLS:
        return local_find (s, id);
    default:
        return NULL;
    }
}

bool
vm_is_gone (struct vm_state *s, vm_id id)
{
    enum vm_kind kind = vm_id_kind (id);
    return (kind == VM_STACK && (id == s->again || !stack_find (s, id)))
           || (kind == VM_TLS && !local_find (s, id));
}

static struct vm_object
object_new (struct vm_state *s, uint32_t size, uint32_t flags)
{
    uint32_t padded = vm_pad (size);
    struct vm_object o = {.size = size, .flags = flags, .own = true};
    bool zero = s->code->options & VM_FRESH_ZERO;
    o.data = vm_arena_new (&s->run, padded);
    memset (o.data, zero ? 0 : 0xff, padded);
    if (zero)
        return o;
    o.unknown = vm_arena_new (&s->run, padded);
    memset (o.unknown, 0xff, padded);
    return o;
}

/* Whoever was noted by its address has another now. */
static void
heap_grow (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    if (s->heap.size < s->heap.room)
        return;
    uintptr_t begin = (uintptr_t) s->heap.at,
              end = (uintptr_t) (s->heap.at + s->heap.size);
    VEC_ROOM (s->heap, s->heap.size + 1);
    for (size_t i = 0; i < o->object.size; i++) {
        uintptr_t at = (uintptr_t) o->object.at[i].at;
        if (at >= begin && at < end)
            o->object.at[i].at = &s->heap.at[(at - begin) / sizeof *s->heap.at];
    }
    for (size_t i = 0; i < o->shared.size; i++) {
        uintptr_t at = (uintptr_t) o->shared.at[i];
        if (at >= begin && at < end)
            o->shared.at[i] = &s->heap.at[(at - begin) / sizeof *s->heap.at];
    }
}

vm_id
vm_heap_new (struct vm_state *s, uint32_t size, uint32_t flags)
{
    _Static_assert (VM_HEAP_MOST < 1u << VM_KIND_SHIFT, "numbers of objects");
    if (size > VM_OBJECT_MOST || s->heap.size == VM_HEAP_MOST)
        return 0;
    heap_grow (s);
    VEC_PUSH (s->heap, object_new (s, size, flags));
    return vm_id_of (VM_HEAP, (uint32_t) s->heap.size);
}

static void
slots_grow (struct vm_state *s, struct vm_frame *f)
{
    if (f->objects < f->room)
        return;
    uint32_t room = f->room ? 2 * f->room : 4;
    struct vm_object *object = vm_arena_new (&s->run, room * sizeof *object);
    if (f->objects)
        memcpy (object, f->object, f->objects * sizeof *object);
    f->object = object;
    f->room = room;
}

vm_id
vm_stack_new (struct vm_state *s, uint32_t thread, uint32_t size)
{
    struct vm_thread *t = &s->thread.at[thread];
    assert (t->frames);
    uint32_t frame = t->frames - 1;
    if (size > VM_OBJECT_MOST || t->frame[frame].objects == VM_SLOTS_MOST)
        return 0;
    vm_own_frame (s, t, &t->frame[frame]);
    if (frame >= t->stale)
        vm_state_scrub (s);
    struct vm_frame *f = &t->frame[frame];
    slots_grow (s, f);
    f->object[f->objects] = object_new (s, size, VM_BY_ALLOCA);
    f->object[f->objects].owner = (uint16_t) (thread + 1);
    return vm_id_stack (thread, frame, f->objects++);
}

void
vm_object_zero (struct vm_state *s, struct vm_object *o)
{
    vm_own_object (s, o);
    memset (o->data, 0, o->size);
    o->unknown = NULL;
    o->points = NULL;
}

/* The registers that allocas gave the object to, in the thread's last frame: set
 * to it. */
static void
allocas_give (struct vm_state *s, uint32_t thread, const uint32_t *reg,
              size_t size, vm_id id)
{
    struct vm_thread *t = &s->thread.at[thread];
    struct vm_frame *f = vm_frame_top (t);
    vm_own_frame (s, t, f);
    vm_frame_registers (s, f);
    for (size_t i = 0; i < size; i++)
        f->reg[reg[i]].object = id;
}

void
vm_object_renew (struct vm_state *s, uint32_t thread, vm_id id)
{
    struct VEC (uint32_t) own = {0};
    struct vm_frame *f = vm_frame_top (&s->thread.at[thread]);
    const struct vm_function *function = &s->code->function.at[f->function];
    const struct vm_value *reg = vm_frame_registers (s, f);
    for (uint32_t i = function->first; i < function->end; i++) {
        const struct vm_instruction *at = &s->code->instruction.at[i];
        if (at->op == VM_ALLOCA && reg[at->result].object == id)
            VEC_PUSH (own, at->result);
    }
    s->again = id;
    vm_state_scrub (s);
    s->again = 0;
    allocas_give (s, thread, own.at, own.size, id);
    VEC_CLEAR (own);
    struct vm_object *o = vm_object_find (s, id);
    vm_own_object (s, o);
    assert (o->flags & VM_FREED);
    struct vm_object blank = object_new (s, o->size, o->flags & ~VM_FREED);
    o->flags = blank.flags;
    o->data = blank.data;
    o->unknown = blank.unknown;
}

void
vm_object_free (struct vm_state *s, struct vm_object *o)
{
    vm_own_object (s, o);
    assert (!(o->flags & VM_FREED));
    o->flags |= VM_FREED;
    o->data = o->unknown = NULL;
    o->points = NULL;
}
