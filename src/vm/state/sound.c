/* sound.c -- all that must hold of a state, for tests. */
#include "vm/state/internal.h"

static bool
id_sound (struct vm_state *s, vm_id id)
{
    uint32_t n = vm_id_number (id);
    switch (vm_id_kind (id)) {
    case VM_NONE:
    case VM_GONE:
        return !n;
    case VM_FUNCTION:
        return n < s->code->function.size;
    case VM_GLOBAL:
        return n < s->code->global.size && !s->code->global.at[n].thread_local_;
    case VM_HEAP:
        return n && n <= s->heap.size;
    case VM_STACK:
    case VM_TLS:
        return true;
    default:
        return false;
    }
}

static bool
value_sound (struct vm_state *s, struct vm_value v, unsigned width)
{
    uint64_t above = ~vm_mask (width ? width : 8 * s->code->pointer_bytes);
    return !(v.bits & above) && !(v.unknown & above) && id_sound (s, v.object);
}

static bool
object_sound (struct vm_state *s, const struct vm_object *o, uint32_t owner)
{
    if (o->owner != owner)
        return false;
    if (o->flags & VM_FREED)
        return !o->data && !o->unknown && !o->points;
    if (o->size && !o->data)
        return false;
    uint32_t slots = o->points ? o->size / s->code->pointer_bytes : 0;
    for (uint32_t i = 0; i < slots; i++)
        if (!id_sound (s, o->points[i]))
            return false;
    return true;
}

static bool
frame_sound (struct vm_state *s, struct vm_frame *f, uint32_t owner, bool top)
{
    if (f->function >= s->code->function.size || f->objects > VM_SLOTS_MOST
        || f->objects > f->room)
        return false;
    const struct vm_function *fn = &s->code->function.at[f->function];
    if (f->pc < fn->first || f->pc >= fn->end)
        return false;
    for (uint32_t i = 0; i < f->objects; i++)
        if (!object_sound (s, &f->object[i], owner))
            return false;
    const struct vm_value *reg = vm_frame_registers (s, f);
    const struct vm_kept *kept = vm_kept_by (s, f->pc, top);
    for (uint32_t i = 0; i < kept->size; i++) {
        uint32_t r = s->live->list.at[kept->first + i];
        if (r >= fn->registers
            || !value_sound (s, reg[r], s->code->width.at[fn->first_width + r]))
            return false;
    }
    return true;
}

static bool
thread_sound (struct vm_state *s, uint32_t number)
{
    struct vm_thread *t = &s->thread.at[number];
    uint32_t owner = number + 1;
    if (t->status > VM_ENDED || t->unwinding > 7 || t->detached > 1
        || t->frames > t->room)
        return false;
    if ((t->status == VM_ABSENT || t->status == VM_ENDED)
        && (t->frames || t->local))
        return false;
    if (!id_sound (s, t->wait.object) || !id_sound (s, t->result.object))
        return false;
    for (uint32_t i = 0; i < t->keys; i++)
        if (!id_sound (s, t->key[i].object))
            return false;
    for (uint32_t i = 0; t->local && i < s->code->thread_locals; i++)
        if (!object_sound (s, &t->local[i], owner))
            return false;
    for (uint32_t i = 0; i < t->frames; i++)
        if (!frame_sound (s, &t->frame[i], owner, i + 1 == t->frames))
            return false;
    return true;
}

static bool
holds_sound (struct vm_state *s)
{
    for (size_t i = 0; i < s->hold.size; i++) {
        const struct vm_hold *h = &s->hold.at[i];
        if (!id_sound (s, h->object) || h->from > h->end
            || h->thread >= VM_THREADS_MOST)
            return false;
        if (i
            && (h->object < h[-1].object
                || (h->object == h[-1].object && h->from < h[-1].from)))
            return false;
    }
    return true;
}

static bool
parts_sound (struct bytes b)
{
    enum { MOST = 64 };
    uint32_t ends[MOST];
    size_t n = vm_state_parts (b, ends, MOST);
    for (size_t i = 1; i < n; i++)
        if (ends[i] <= ends[i - 1])
            return false;
    return n && ends[n - 1] == b.size;
}

/* As if all had been changed: what is copied must be what is made. */
static void
all_own (struct vm_state *s)
{
    const struct vm_opened *o = s->opened;
    for (size_t i = 0; i < o->global.member.size; i++)
        vm_own_object (s, &s->global[o->global.member.at[i]]);
    for (size_t i = 0; i < s->heap.size; i++)
        vm_own_object (s, &s->heap.at[i]);
    for (size_t n = 0; n < s->thread.size; n++) {
        struct vm_thread *t = &s->thread.at[n];
        vm_own_thread (s, t);
        for (uint32_t i = 0; t->local && i < s->code->thread_locals; i++)
            vm_own_object (s, &t->local[i]);
        for (uint32_t f = 0; f < t->frames; f++) {
            vm_own_frame (s, t, &t->frame[f]);
            for (uint32_t i = 0; i < t->frame[f].objects; i++)
                vm_own_object (s, &t->frame[f].object[i]);
        }
    }
}

static bool
bytes_sound (struct vm_state *s)
{
    struct bytes b = vm_state_pack (s);
    struct vm_state other;
    vm_state_init (&other, s->code, s->live);
    vm_state_open (&other, b);
    all_own (&other);
    other.stale = true;
    bool equal = bytes_equal (b, vm_state_pack (&other));
    vm_state_reset (&other);
    equal = equal && bytes_equal (b, vm_state_pack (&other));
    vm_state_clear (&other);
    return equal && parts_sound (b);
}

bool
vm_state_sound (struct vm_state *s)
{
    for (size_t i = 0; i < s->code->global.size; i++)
        if (!object_sound (s, &s->global[i], 0))
            return false;
    for (size_t i = 0; i < s->heap.size; i++)
        if (!object_sound (s, &s->heap.at[i], 0))
            return false;
    for (size_t i = 0; i < s->thread.size; i++)
        if (!thread_sound (s, (uint32_t) i))
            return false;
    return holds_sound (s) && bytes_sound (s);
}
