/* open.c -- from bytes to structs that borrow from them. */
#include "vm/state/internal.h"

/* What unwritten objects borrow: they are all alike. */
enum { BLANK = 256 };
#define FF8 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff
#define FF64 FF8, FF8, FF8, FF8, FF8, FF8, FF8, FF8
static const uint8_t blank[BLANK] = {FF64, FF64, FF64, FF64};

static uint8_t *
blank_of (struct vm_state *s, uint32_t size)
{
    if (size <= BLANK)
        return (uint8_t *) blank;
    uint8_t *data = vm_arena_new (&s->life, vm_pad (size));
    memset (data, 0xff, vm_pad (size));
    return data;
}

/* Bytes, mask and points, as `parts` (1 mask, 2 points) says. */
static uint8_t *
object_bytes (struct vm_state *s, struct vm_object *o, unsigned parts,
              uint8_t *at)
{
    o->data = at;
    at += vm_pad (o->size);
    o->unknown = parts & 1 ? at : NULL;
    if (parts & 1)
        at += vm_pad (o->size);
    o->points = parts & 2 ? (vm_id *) (void *) at : NULL;
    if (parts & 2)
        at += vm_points_bytes (s->code, o->size);
    return at;
}

static uint8_t *
group_open (struct vm_state *s, const struct vm_grouping *groups, uint32_t n,
            struct vm_object *object, uint8_t *at)
{
    const struct vm_group *g = &groups->group.at[n];
    uint32_t parts = 0;
    const uint32_t *member = groups->member.at + g->first;
    if (vm_get32 (at) & 1) {
        parts = vm_get32 (at + 4);
        at += 4;
    }
    at += 4;
    for (uint32_t i = 0; i < g->size; i++, parts >>= 2) {
        struct vm_object *o = &object[member[i]];
        o->flags = 0;
        o->own = o->shared = false;
        at = object_bytes (s, o, parts & 3, at);
    }
    return at;
}

static uint8_t *
object_open (struct vm_state *s, struct vm_object *o, uint16_t owner,
             uint8_t *at)
{
    uint32_t flags = vm_get32 (at + 4);
    *o = (struct vm_object) {
        .size = vm_get32 (at), .flags = flags & VM_O_FLAGS, .owner = owner};
    at += 8;
    if (flags & VM_FREED)
        return at;
    if (flags & VM_O_BLANK) {
        o->data = o->unknown = blank_of (s, o->size);
        return at;
    }
    return object_bytes (s, o, flags >> 16 & 3, at);
}

static struct vm_value
value_open (const uint8_t *at)
{
    struct vm_value v;
    memcpy (&v.bits, at, 8);
    memcpy (&v.unknown, at + 8, 8);
    v.object = vm_get32 (at + 16);
    return v;
}

static uint8_t *
frame_open (struct vm_state *s, struct vm_frame *f, uint16_t owner, bool top,
            uint8_t *at)
{
    uint32_t head = vm_get32 (at);
    at += 4;
    *f = (struct vm_frame) {.pc = head & (VM_F_EXACT - 1),
                            .packed = at,
                            .objects = head >> VM_F_OBJECTS,
                            .exact = head & VM_F_EXACT};
    assert (f->pc < s->code->instruction.size);
    f->function = s->live->function[f->pc];
    f->kept = vm_kept_by (s, f->pc, top);
    f->room = f->objects;
    at += f->exact ? f->kept->size * VM_VALUE_BYTES : f->kept->bytes;
    if (f->objects)
        f->object = vm_arena_new (&s->life, f->objects * sizeof *f->object);
    for (uint32_t i = 0; i < f->objects; i++)
        at = object_open (s, &f->object[i], owner, at);
    return at;
}

static uint8_t *
local_open (struct vm_state *s, struct vm_thread *t, uint16_t owner,
            uint8_t *at)
{
    const struct vm_opened *o = s->opened;
    uint32_t locals = s->code->thread_locals;
    t->local = vm_arena_new (&s->life, locals * sizeof *t->local);
    memcpy (t->local, o->first_local, locals * sizeof *t->local);
    for (uint32_t g = 0; g < o->local.group.size; g++)
        at = group_open (s, &o->local, g, t->local, at);
    for (uint32_t i = 0; i < locals; i++)
        t->local[i].owner = owner;
    return at;
}

static uint8_t *
keys_open (struct vm_state *s, struct vm_thread *t, uint8_t *at)
{
    t->keys = vm_get32 (at);
    at += 4;
    t->key = vm_arena_new (&s->life, t->keys * sizeof *t->key);
    for (uint32_t i = 0; i < t->keys; i++, at += VM_VALUE_BYTES)
        t->key[i] = value_open (at);
    return at;
}

/* Frames more than there are, so that a call need not move them. */
enum { FRAMES_SPARE = 4 };

static void
thread_open (struct vm_state *s, uint32_t number, uint8_t *at)
{
    struct vm_thread *t = &s->thread.at[number];
    uint16_t owner = (uint16_t) (number + 1);
    static const struct vm_thread none = {.stale = UINT32_MAX};
    *t = none; /* a copy: gcc clears so much by a slow instruction */
    if (vm_get32 (at) == 1)
        return;
    uint32_t head = vm_get32 (at + 4);
    at += 8;
    t->status = head & VM_T_STATUS;
    t->detached = !!(head & VM_T_DETACHED);
    t->phase = head >> VM_T_PHASE & 255;
    t->unwinding = head >> VM_T_UNWINDING & 7;
    if (head & VM_T_ATOMIC)
        t->atomic = vm_get32 (at), at += 4;
    if (head & VM_T_SELECTOR)
        t->selector = vm_get32 (at), at += 4;
    if (head & VM_T_WAIT)
        t->wait = value_open (at), at += VM_VALUE_BYTES;
    if (head & VM_T_RESULT)
        t->result = value_open (at), at += VM_VALUE_BYTES;
    if (head & VM_T_KEYS)
        at = keys_open (s, t, at);
    if (head & VM_T_LOCAL)
        at = local_open (s, t, owner, at);
    t->many = head & VM_T_MANY;
    t->frames = vm_head_frames (head);
    t->room = t->frames + FRAMES_SPARE;
    t->frame = vm_arena_new (&s->life, t->room * sizeof *t->frame);
    for (uint32_t i = 0; i < t->frames; i++)
        at = frame_open (s, &t->frame[i], owner, i + 1 == t->frames, at);
}

/* ---- holds and the like */

/* Gives what is behind them. */
static const uint8_t *
list_open (void *list, size_t bytes, const uint8_t *from)
{
    if (bytes)
        memcpy (list, from, bytes);
    return from + bytes;
}

void
vm_rest_open (struct vm_state *s)
{
    const struct vm_opened *o = s->opened;
    s->hold.size = s->key.size = s->at_exit.size = 0;
    if (!(vm_get32 (o->bytes.data) & VM_HEAD_REST))
        return;
    const uint8_t *at = o->bytes.data + VEC_LAST (o->extents.heap);
    uint32_t holds = vm_get32 (at), keys = vm_get32 (at + 4),
             exits = vm_get32 (at + 8);
    VEC_ROOM (s->hold, holds);
    VEC_ROOM (s->key, keys);
    VEC_ROOM (s->at_exit, exits);
    at = list_open (s->hold.at, holds * sizeof *s->hold.at, at + 12);
    at = list_open (s->key.at, keys * sizeof *s->key.at, at);
    list_open (s->at_exit.at, exits * sizeof *s->at_exit.at, at);
    s->hold.size = holds;
    s->key.size = keys;
    s->at_exit.size = exits;
}

static void
holds_mark (struct vm_state *s)
{
    for (size_t i = 0; i < s->hold.size; i++) {
        struct vm_object *o = vm_object_find (s, s->hold.at[i].object);
        if (o && !(o->flags & VM_READ_ONLY))
            o->flags |= VM_HELD;
    }
}

/* ---- all */

static uint8_t *
groups_open (struct vm_state *s, uint8_t *at)
{
    struct vm_opened *o = s->opened;
    o->extents.group.size = 0;
    for (uint32_t g = 0; g < o->global.group.size; g++) {
        VEC_PUSH (o->extents.group, (uint32_t) (at - o->bytes.data));
        at = group_open (s, &o->global, g, s->global, at);
    }
    VEC_PUSH (o->extents.group, (uint32_t) (at - o->bytes.data));
    return at;
}

static uint8_t *
threads_open (struct vm_state *s, uint8_t *at)
{
    struct vm_opened *o = s->opened;
    o->extents.thread.size = 0;
    VEC_ROOM (s->thread, o->threads);
    s->thread.size = o->threads;
    for (uint32_t t = 0; t < o->threads; t++) {
        VEC_PUSH (o->extents.thread, (uint32_t) (at - o->bytes.data));
        thread_open (s, t, at);
        at += 4 * (size_t) vm_get32 (at);
    }
    VEC_PUSH (o->extents.thread, (uint32_t) (at - o->bytes.data));
    return at;
}

static uint8_t *
heap_open (struct vm_state *s, uint8_t *at)
{
    struct vm_opened *o = s->opened;
    o->extents.heap.size = 0;
    VEC_ROOM (s->heap, o->heap);
    s->heap.size = o->heap;
    for (uint32_t n = 0; n < o->heap; n++) {
        VEC_PUSH (o->extents.heap, (uint32_t) (at - o->bytes.data));
        at = object_open (s, &s->heap.at[n], 0, at);
    }
    VEC_PUSH (o->extents.heap, (uint32_t) (at - o->bytes.data));
    return at;
}

static void
changes_forget (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    o->object.size = o->thread.size = o->frame.size = o->shared.size = 0;
    memset (o->changed, 0, o->global.group.size);
    s->stale = o->clean = false;
    vm_arena_reset (&s->run);
    vm_arena_reset (&s->life);
}

void
vm_state_open (struct vm_state *s, struct bytes b)
{
    struct vm_opened *o = s->opened;
    if (!b.size)
        b = buffer_view (&o->root);
    assert (b.size >= VM_HEAD_BYTES && b.size % 4 == 0);
    changes_forget (s);
    buffer_reset (&o->bytes);
    buffer_put (&o->bytes, b.data, b.size);
    uint8_t *at = o->bytes.data;
    uint32_t head = vm_get32 (at);
    assert (vm_get32 (at + 4) == o->global.group.size);
    s->begun = o->begun = head & VM_HEAD_BEGUN;
    s->leaked = o->leaked = head & VM_HEAD_LEAKED;
    o->threads = head >> VM_HEAD_THREADS;
    o->heap = vm_get32 (at + 8);
    at = groups_open (s, at + VM_HEAD_BYTES);
    at = threads_open (s, at);
    at = heap_open (s, at);
    assert ((head & VM_HEAD_REST) || at == o->bytes.data + b.size);
    vm_rest_open (s);
    holds_mark (s);
}

/* ---- registers */

static void
registers_unpack (struct vm_state *s, const struct vm_frame *f,
                  struct vm_value *reg)
{
    const uint8_t *width =
        s->code->width.at + s->code->function.at[f->function].first_width;
    const uint32_t *list = s->live->list.at + f->kept->first;
    bool wide = s->code->pointer_bytes == 8;
    const uint8_t *at = f->packed;
    for (uint32_t i = 0; i < f->kept->size; i++) {
        struct vm_value *v = &reg[list[i]];
        unsigned w = width[list[i]];
        if (f->exact) {
            *v = value_open (at);
            at += VM_VALUE_BYTES;
            continue;
        }
        /* By parts: the copy of a whole that was made on the stack waits. */
        uint32_t offset = w ? 0 : vm_get32 (at + 4);
        unsigned bytes = w ? vm_width_bytes ((uint8_t) w) : 8;
        v->object = w ? 0 : vm_get32 (at);
        v->unknown = 0;
        v->bits = w      ? vm_bytes_get (at, bytes)
                  : wide ? (uint64_t) (int64_t) (int32_t) offset
                         : offset;
        at += bytes;
    }
}

struct vm_value *
vm_frame_registers (struct vm_state *s, struct vm_frame *f)
{
    if (f->reg)
        return f->reg;
    const struct vm_function *fn = &s->code->function.at[f->function];
    size_t size = fn->registers * sizeof *f->reg;
    if (!f->spare)
        f->spare = vm_arena_new (&s->life, size);
    memcpy (f->spare, s->live->blank + fn->first_width, size);
    registers_unpack (s, f, f->spare);
    return f->reg = f->spare;
}
