/* share.c -- who can reach what.
 *
 * Local is what only one thread can reach: through its registers, its own
 * objects, its keys.  Nobody else can come to know of it but by what that
 * thread itself stores, so an access to it commutes with all that others do.
 * Objects reached from a global, or from two threads, are shared; a global is
 * always. */
#include <assert.h>
#include <string.h>

#include "vm/library/native.h"

/* ---- what is still to be looked at */

struct todo {
    struct vm_state *state;
    bool opened; /* marks are part of what reset goes back to */
    vm_id *at;
    size_t size, room;
    vm_id few[64];
};

static void
todo_init (struct todo *todo, struct vm_state *state, bool opened)
{
    todo->state = state;
    todo->opened = opened;
    todo->at = todo->few;
    todo->size = 0;
    todo->room = sizeof todo->few / sizeof *todo->few;
}

static void
todo_push (struct todo *todo, vm_id id)
{
    if (todo->size == todo->room) {
        vm_id *more = vm_scratch (todo->state, 2 * todo->room * sizeof *more);
        memcpy (more, todo->at, todo->size * sizeof *more);
        todo->at = more;
        todo->room *= 2;
    }
    todo->at[todo->size++] = id;
}

static bool
is_movable (vm_id id) /* can it be local at all? */
{
    enum vm_kind kind = vm_id_kind (id);
    return kind == VM_STACK || kind == VM_HEAP || kind == VM_TLS;
}

static uint32_t
slots_of (const struct vm_state *s, const struct vm_object *o)
{
    return o->points ? o->size / s->code->pointer_bytes : 0;
}

/* ---- shared from now on */

static void
share_one (struct todo *todo, vm_id id)
{
    struct vm_object *o =
        is_movable (id) ? vm_object_find (todo->state, id) : NULL;
    if (!o || o->shared)
        return;
    if (todo->opened)
        o->shared = true;
    else
        vm_object_share (todo->state, o);
    if (o->points)
        todo_push (todo, id);
}

static void
share_rest (struct todo *todo, size_t from)
{
    while (todo->size > from) {
        const struct vm_object *o =
            vm_object_find (todo->state, todo->at[--todo->size]);
        uint32_t slots = slots_of (todo->state, o);
        for (uint32_t i = 0; i < slots; i++)
            if (o->points[i])
                share_one (todo, o->points[i]);
    }
}

void
vm_share (struct vm_state *s, vm_id id)
{
    if (!is_movable (id))
        return;
    struct todo todo;
    todo_init (&todo, s, false);
    share_one (&todo, id);
    share_rest (&todo, 0);
}

/* ---- everything */

struct sharing {
    struct todo todo;
    uint16_t *owner; /* of heap objects: thread + 1; 0: none yet */
    uint32_t thread;
};

static void
reach (struct sharing *s, vm_id id)
{
    if (!is_movable (id))
        return;
    struct todo *todo = &s->todo;
    if (vm_id_kind (id) != VM_HEAP) {
        if (vm_id_thread (id) == s->thread)
            return; /* a root of its own */
    } else {
        uint32_t n = vm_id_number (id) - 1;
        assert (n < todo->state->heap.size);
        const struct vm_object *o = &todo->state->heap.at[n];
        if (o->shared || s->owner[n] == s->thread + 1)
            return;
        if (!s->owner[n] && !todo->state->thread.at[s->thread].many) {
            s->owner[n] = (uint16_t) (s->thread + 1);
            if (o->points)
                todo_push (todo, id);
            return;
        }
    }
    size_t before = todo->size;
    share_one (todo, id);
    share_rest (todo, before);
}

static void
reach_object (struct sharing *s, const struct vm_object *o)
{
    uint32_t slots = slots_of (s->todo.state, o);
    for (uint32_t i = 0; i < slots; i++)
        if (o->points[i])
            reach (s, o->points[i]);
}

static void
reach_frame (struct sharing *s, struct vm_frame *f)
{
    struct vm_state *state = s->todo.state;
    bool plain = !f->reg && f->kept && !f->kept->pointers && !f->exact;
    uint32_t registers = state->code->function.at[f->function].registers;
    const struct vm_value *reg = plain ? NULL : vm_frame_registers (state, f);
    for (uint32_t i = 0; !plain && i < registers; i++)
        if (reg[i].object)
            reach (s, reg[i].object);
    for (uint32_t i = 0; i < f->objects; i++)
        reach_object (s, &f->object[i]);
}

static void
reach_thread (struct sharing *s, struct vm_thread *t)
{
    reach (s, t->wait.object);
    reach (s, t->result.object);
    for (uint32_t i = 0; i < t->keys; i++)
        reach (s, t->key[i].object);
    for (uint32_t i = 0; t->local && i < s->todo.state->code->thread_locals;
         i++)
        reach_object (s, &t->local[i]);
    for (uint32_t i = 0; i < t->frames; i++)
        reach_frame (s, &t->frame[i]);
    while (s->todo.size) {
        vm_id id = s->todo.at[--s->todo.size];
        reach_object (s, vm_object_find (s->todo.state, id));
    }
}

static void
share_globals (struct todo *todo)
{
    struct vm_state *s = todo->state;
    for (size_t i = 0; i < s->code->global.size; i++) {
        const struct vm_object *o = &s->global[i];
        uint32_t slots = slots_of (s, o);
        for (uint32_t k = 0; k < slots; k++)
            if (o->points[k])
                share_one (todo, o->points[k]);
    }
    for (size_t i = 1; i < s->at_exit.size; i += 3)
        share_one (todo, s->at_exit.at[i]);
    share_rest (todo, 0);
}

/* Is there anything at all that may be local? */
static bool
has_objects (const struct vm_state *s)
{
    if (s->heap.size || s->code->thread_locals)
        return true;
    for (size_t i = 0; i < s->thread.size; i++)
        for (uint32_t k = 0; k < s->thread.at[i].frames; k++)
            if (s->thread.at[i].frame[k].objects)
                return true;
    return false;
}

static void
share_all (struct vm_state *s, bool opened)
{
    if (!has_objects (s))
        return;
    struct sharing sharing;
    todo_init (&sharing.todo, s, opened);
    sharing.owner = vm_scratch (s, s->heap.size * sizeof *sharing.owner);
    memset (sharing.owner, 0, s->heap.size * sizeof *sharing.owner);
    share_globals (&sharing.todo);
    for (sharing.thread = 0; sharing.thread < s->thread.size; sharing.thread++)
        if (s->thread.at[sharing.thread].status != VM_ABSENT)
            reach_thread (&sharing, &s->thread.at[sharing.thread]);
}

uint32_t
vm_count_living (const struct vm_state *s)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->thread.size; i++)
        if (s->thread.at[i].status == VM_ALIVE
            || s->thread.at[i].status == VM_ASLEEP)
            count += s->thread.at[i].many ? 2 : 1;
    return count;
}

void
vm_share_opened (struct vm_state *s)
{
    if (vm_count_living (s) > 1)
        share_all (s, true);
}

void
vm_share_all (struct vm_state *s)
{
    share_all (s, false);
}

bool
vm_is_shared (struct vm_state *s, vm_id id)
{
    if (vm_id_kind (id) == VM_GLOBAL) {
        assert (vm_id_number (id) < s->code->global.size);
        return !s->code->global.at[vm_id_number (id)].constant;
    }
    const struct vm_object *o = is_movable (id) ? vm_object_find (s, id) : NULL;
    return o && o->shared;
}
