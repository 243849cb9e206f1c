/* state.c -- states of the C machine: beginning, end, and what is changed.
 *
 * A struct is changed in place, after what it was has been put on a list; reset
 * puts that back.  So a run costs as much as it changes, and open as much as
 * the state has parts; registers are unpacked when somebody asks for them. */
#include "vm/state/state.h"

#include <stdio.h>

#include "vm/state/internal.h"

/* ---- what a program begins with */

static struct vm_object
initial_object (struct vm_state *s, const struct vm_global *g)
{
    const struct vm_code *c = s->code;
    struct arena *arena = &s->opened->arena;
    struct vm_object o = {.size = g->size};
    o.data = arena_new (arena, vm_pad (g->size) + 4);
    if (g->initial.size)
        memcpy (o.data, g->initial.data, g->initial.size);
    for (uint32_t i = g->first_relocation; i < g->end_relocation; i++) {
        const struct vm_relocation *r = &c->relocation.at[i];
        if (!r->object)
            continue;
        if (!o.points)
            o.points = arena_new (arena, vm_points_bytes (c, g->size));
        o.points[r->at / c->pointer_bytes] = r->object;
    }
    return o;
}

void
vm_group_all (struct vm_grouping *groups, const struct vm_object *object,
              const uint32_t *number, uint32_t size)
{
    uint32_t data = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t bytes = vm_pad (object[number[i]].size);
        struct vm_group *g =
            groups->group.size ? &VEC_LAST (groups->group) : NULL;
        if (!g || data + bytes > VM_GROUP_BYTES
            || g->size == VM_GROUP_MEMBERS) {
            VEC_PUSH (groups->group,
                      ((struct vm_group) {.first = i, .bytes = 4}));
            g = &VEC_LAST (groups->group);
            data = 0;
        }
        g->size++;
        g->bytes += bytes;
        data += bytes;
        VEC_PUSH (groups->member, number[i]);
    }
}

/* Numbers of the objects that make groups: globals that vary, and all
 * thread-local variables. */
static void
groups_make (struct vm_state *s)
{
    const struct vm_code *c = s->code;
    struct vm_opened *o = s->opened;
    struct VEC (uint32_t) number = {0}, locals = {0};
    uint32_t local = 0;
    for (uint32_t i = 0; i < c->global.size; i++) {
        const struct vm_global *g = &c->global.at[i];
        if (!g->thread_local_ && !g->constant)
            VEC_PUSH (number, i);
        if (g->thread_local_)
            VEC_PUSH (locals, local++);
    }
    vm_group_all (&o->global, s->global, number.at, (uint32_t) number.size);
    vm_group_all (&o->local, o->first_local, locals.at, (uint32_t) locals.size);
    for (uint32_t g = 0; g < o->global.group.size; g++)
        for (uint32_t i = 0; i < o->global.group.at[g].size; i++)
            o->group_of[o->global.member.at[o->global.group.at[g].first + i]] =
                g;
    VEC_CLEAR (number);
    VEC_CLEAR (locals);
}

static void
objects_make (struct vm_state *s)
{
    const struct vm_code *c = s->code;
    uint32_t locals = 0;
    for (size_t i = 0; i < c->global.size; i++) {
        struct vm_object o = initial_object (s, &c->global.at[i]);
        if (c->global.at[i].thread_local_) {
            s->opened->first_local[locals++] = o;
        } else if (c->global.at[i].constant) {
            o.flags = VM_READ_ONLY;
            s->constant[i] = o;
        } else {
            s->global[i] = o;
        }
    }
    assert (locals == c->thread_locals);
}

void
vm_state_init (struct vm_state *s, const struct vm_code *c,
               const struct vm_live *live)
{
    size_t globals = c->global.size;
    assert (c->instruction.size <= VM_INSTRUCTIONS_MOST);
    *s = (struct vm_state) {.code = c, .live = live};
    struct vm_opened *o = s->opened = NEW (struct vm_opened);
    arena_init (&o->arena);
    vm_arena_init (&s->life);
    vm_arena_init (&s->run);
    s->constant = NEW_ARRAY (struct vm_object, globals);
    s->global = NEW_ARRAY (struct vm_object, globals);
    o->first_local = NEW_ARRAY (struct vm_object, c->thread_locals);
    o->group_of = NEW_ARRAY (uint32_t, globals);
    objects_make (s);
    groups_make (s);
    o->changed = NEW_ARRAY (uint8_t, o->global.group.size);
    memset (o->changed, 1, o->global.group.size);
    vm_state_encode (s);
    buffer_put (&o->root, o->raw.data, o->raw.size);
    vm_state_open (s, (struct bytes) {0});
}

static void
extents_clear (struct vm_extents *e)
{
    VEC_CLEAR (e->group);
    VEC_CLEAR (e->thread);
    VEC_CLEAR (e->heap);
}

static void
opened_free (struct vm_opened *o)
{
    VEC_CLEAR (o->global.group);
    VEC_CLEAR (o->global.member);
    VEC_CLEAR (o->local.group);
    VEC_CLEAR (o->local.member);
    memory_free (o->group_of);
    memory_free (o->first_local);
    memory_free (o->changed);
    buffer_clear (&o->root);
    buffer_clear (&o->bytes);
    buffer_clear (&o->raw);
    buffer_clear (&o->packed);
    extents_clear (&o->extents);
    extents_clear (&o->made);
    VEC_CLEAR (o->object);
    VEC_CLEAR (o->thread);
    VEC_CLEAR (o->frame);
    VEC_CLEAR (o->shared);
    VEC_CLEAR (o->map);
    VEC_CLEAR (o->order);
    VEC_CLEAR (o->now);
    arena_clear (&o->arena);
    memory_free (o);
}

void
vm_state_clear (struct vm_state *s)
{
    opened_free (s->opened);
    memory_free (s->constant);
    memory_free (s->global);
    VEC_CLEAR (s->heap);
    VEC_CLEAR (s->thread);
    VEC_CLEAR (s->hold);
    VEC_CLEAR (s->key);
    VEC_CLEAR (s->at_exit);
    vm_arena_clear (&s->life);
    vm_arena_clear (&s->run);
    *s = (struct vm_state) {0};
}

/* ---- back to what was opened */

void
vm_state_reset (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    for (size_t i = 0; i < o->object.size; i++)
        *o->object.at[i].at = o->object.at[i].old;
    for (size_t i = 0; i < o->frame.size; i++)
        *o->frame.at[i].at = o->frame.at[i].old;
    for (size_t i = 0; i < o->thread.size; i++)
        *o->thread.at[i].at = o->thread.at[i].old;
    for (size_t i = 0; i < o->shared.size; i++)
        o->shared.at[i]->shared = false;
    o->object.size = o->frame.size = o->thread.size = o->shared.size = 0;
    memset (o->changed, 0, o->global.group.size);
    s->heap.size = o->heap;
    s->thread.size = o->threads;
    s->begun = o->begun;
    s->leaked = o->leaked;
    s->stale = o->clean = false;
    vm_rest_open (s);
    vm_arena_reset (&s->run);
}

/* ---- owning */

void *
vm_scratch (struct vm_state *s, size_t size)
{
    return vm_arena_new (&s->run, size);
}

static void *
run_copy (struct vm_state *s, const void *from, uint32_t size)
{
    if (!from)
        return NULL;
    void *to = vm_arena_new (&s->run, size);
    memcpy (to, from, size);
    return to;
}

static void
object_note (struct vm_state *s, struct vm_object *o)
{
    if (o->owner) {
        vm_own_thread (s, &s->thread.at[o->owner - 1]);
        return;
    }
    /* Addresses of different arrays cannot be compared, their numbers can. */
    uintptr_t at = (uintptr_t) o, first = (uintptr_t) s->global;
    if (at >= first && at < (uintptr_t) (s->global + s->code->global.size))
        s->opened->changed[s->opened->group_of[o - s->global]] = 1;
}

void
vm_own_object (struct vm_state *s, struct vm_object *o)
{
    if (o->own)
        return;
    assert (!(o->flags & VM_READ_ONLY));
    VEC_PUSH (s->opened->object, ((struct vm_saved_object) {o, *o}));
    object_note (s, o);
    o->data = run_copy (s, o->data, vm_pad (o->size));
    o->unknown = run_copy (s, o->unknown, vm_pad (o->size));
    o->points = run_copy (s, o->points, vm_points_bytes (s->code, o->size));
    o->own = true;
}

void
vm_own_thread (struct vm_state *s, struct vm_thread *t)
{
    if (t->own)
        return;
    VEC_PUSH (s->opened->thread, ((struct vm_saved_thread) {t, *t}));
    t->own = true;
    if (t->keys)
        t->key = run_copy (s, t->key, t->keys * (uint32_t) sizeof *t->key);
}

void
vm_own_frame (struct vm_state *s, struct vm_thread *t, struct vm_frame *f)
{
    if (f->own)
        return;
    vm_own_thread (s, t);
    struct vm_value *reg = vm_frame_registers (s, f);
    struct vm_saved_frame saved = {f, *f};
    /* They will be overwritten: then they are unpacked again, to there. */
    saved.old.reg = NULL;
    saved.old.spare = reg;
    VEC_PUSH (s->opened->frame, saved);
    f->own = true;
}

void
vm_need_unknown (struct vm_state *s, struct vm_object *o)
{
    vm_own_object (s, o);
    if (o->unknown)
        return;
    o->unknown = vm_arena_new (&s->run, vm_pad (o->size));
    memset (o->unknown, 0, vm_pad (o->size));
}

void
vm_need_points (struct vm_state *s, struct vm_object *o)
{
    vm_own_object (s, o);
    if (o->points)
        return;
    uint32_t size = vm_points_bytes (s->code, o->size);
    o->points = vm_arena_new (&s->run, size);
    memset (o->points, 0, size);
}

void
vm_object_share (struct vm_state *s, struct vm_object *o)
{
    if (o->shared)
        return;
    o->shared = true;
    VEC_PUSH (s->opened->shared, o);
}

const char *
vm_thread_name (uint32_t thread, char room[VM_THREAD_NAME])
{
    snprintf (room, VM_THREAD_NAME, "thread %u", thread);
    return thread ? room : "main";
}
