/* pack.c -- from structs to bytes.
 *
 * What was not changed is copied as it was opened, neighbours in one go.  Only
 * what is new is looked at closely: a mask of zeros is left out, and so on, so
 * that equal contents have equal bytes. */
#include "vm/reduce/abstract_threads.h"
#include "vm/reduce/counter_abstraction.h"
#include "vm/state/internal.h"

struct out {
    struct vm_state *state;
    struct buffer *buffer;
    /* Bytes of the opened state that are still to be copied. */
    uint32_t from, end;
};

/* So many bytes, at the end of the buffer. */
static uint8_t *
out_room (struct buffer *b, size_t size)
{
    if (b->size + size > b->room) {
        b->room = 2 * (b->size + size);
        b->data = memory_resize (b->data, b->room);
    }
    uint8_t *at = b->data + b->size;
    b->size += size;
    return at;
}

static void
out_word (struct buffer *b, uint32_t n)
{
    vm_put32 (out_room (b, 4), n);
}

static void
out_flush (struct out *o)
{
    uint32_t size = o->end - o->from;
    if (size)
        memcpy (out_room (o->buffer, size),
                o->state->opened->bytes.data + o->from, size);
    o->from = o->end;
}

/* [from, end) of the opened bytes stays as it is. */
static void
out_keep (struct out *o, uint32_t from, uint32_t end)
{
    if (from != o->end) {
        out_flush (o);
        o->from = from;
    }
    o->end = end;
}

/* Where the next part will begin. */
static uint32_t
out_at (const struct out *o)
{
    return (uint32_t) o->buffer->size + (o->end - o->from);
}

/* ---- objects */

static bool
all_zero (const void *from, uint32_t size)
{
    const uint8_t *at = from;
    for (uint32_t i = 0; i < size; i++)
        if (at[i])
            return false;
    return true;
}

static bool
all_ones (const uint8_t *at, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        if (at[i] != 0xff)
            return false;
    return true;
}

/* 1 mask, 2 points. */
static unsigned
object_parts (const struct vm_code *c, const struct vm_object *o)
{
    unsigned parts = 0;
    if (o->unknown && !(o->own && all_zero (o->unknown, o->size)))
        parts |= 1;
    if (o->points
        && !(o->own && all_zero (o->points, vm_points_bytes (c, o->size))))
        parts |= 2;
    return parts;
}

static void
bytes_encode (struct buffer *b, const uint8_t *from, uint32_t size)
{
    uint32_t padded = vm_pad (size);
    uint8_t *at = out_room (b, padded);
    memcpy (at, from, size);
    memset (at + size, 0, padded - size);
}

static void
object_bytes (const struct vm_code *c, struct buffer *b,
              const struct vm_object *o, unsigned parts)
{
    bytes_encode (b, o->data, o->size);
    if (parts & 1)
        bytes_encode (b, o->unknown, o->size);
    if (parts & 2) {
        uint32_t size = vm_points_bytes (c, o->size);
        memcpy (out_room (b, size), o->points, size);
    }
}

static bool
object_is_blank (const struct vm_object *o)
{
    return o->size && all_ones (o->unknown, o->size)
           && all_ones (o->data, o->size);
}

static void
object_encode (const struct vm_code *c, struct buffer *b,
               const struct vm_object *o)
{
    uint32_t flags = o->flags & VM_O_FLAGS;
    out_word (b, o->size);
    if (flags & VM_FREED) {
        out_word (b, flags);
        return;
    }
    unsigned parts = object_parts (c, o);
    if (parts == 1 && object_is_blank (o)) {
        out_word (b, flags | VM_O_BLANK);
        return;
    }
    out_word (b, flags | parts << 16);
    object_bytes (c, b, o, parts);
}

static void
group_encode (struct vm_state *s, struct buffer *b,
              const struct vm_grouping *groups, uint32_t n,
              const struct vm_object *object)
{
    const struct vm_group *g = &groups->group.at[n];
    const uint32_t *member = groups->member.at + g->first;
    uint32_t parts = 0;
    for (uint32_t i = 0; i < g->size; i++)
        parts |= object_parts (s->code, &object[member[i]]) << 2 * i;
    size_t begin = b->size;
    out_word (b, 0);
    if (parts)
        out_word (b, parts);
    for (uint32_t i = 0; i < g->size; i++)
        object_bytes (s->code, b, &object[member[i]], parts >> 2 * i & 3);
    vm_put32 (b->data + begin,
              (uint32_t) (b->size - begin) / 4 << 1 | (parts != 0));
}

/* ---- threads */

static void
value_put (uint8_t *at, struct vm_value v)
{
    memcpy (at, &v.bits, 8);
    memcpy (at + 8, &v.unknown, 8);
    vm_put32 (at + 16, v.object);
}

static void
value_encode (struct buffer *b, struct vm_value v)
{
    value_put (out_room (b, VM_VALUE_BYTES), v);
}

/* The short form; false: some register does not fit it. */
static bool
registers_plain (const struct vm_state *s, const struct vm_frame *f,
                 const struct vm_kept *kept, uint8_t *at)
{
    const uint8_t *width =
        s->code->width.at + s->code->function.at[f->function].first_width;
    const uint32_t *list = s->live->list.at + kept->first;
    bool wide = s->code->pointer_bytes == 8;
    uint8_t *begin = at;
    for (uint32_t i = 0; i < kept->size; i++) {
        struct vm_value v = f->reg[list[i]];
        uint8_t w = width[list[i]];
        if (v.unknown || (w && v.object))
            return false;
        if (w) {
            unsigned bytes = vm_width_bytes (w);
            v.bits &= vm_mask (w);
            if (bytes == 8)
                memcpy (at, &v.bits, 8);
            else if (bytes == 4)
                vm_put32 (at, (uint32_t) v.bits);
            else
                memcpy (at, &v.bits, bytes);
            at += bytes;
        } else {
            if (wide && (int64_t) v.bits != (int32_t) v.bits)
                return false;
            vm_put32 (at, v.object);
            vm_put32 (at + 4, (uint32_t) v.bits);
            at += 8;
        }
    }
    memset (at, 0, kept->bytes - (size_t) (at - begin));
    return true;
}

static void
registers_exact (const struct vm_state *s, const struct vm_frame *f,
                 const struct vm_kept *kept, struct buffer *b)
{
    const uint8_t *width =
        s->code->width.at + s->code->function.at[f->function].first_width;
    const uint32_t *list = s->live->list.at + kept->first;
    uint8_t *at = out_room (b, (size_t) kept->size * VM_VALUE_BYTES);
    for (uint32_t i = 0; i < kept->size; i++, at += VM_VALUE_BYTES) {
        struct vm_value v = f->reg[list[i]];
        unsigned w = width[list[i]];
        uint64_t mask = vm_mask (w ? w : 8 * s->code->pointer_bytes);
        v.bits &= mask;
        v.unknown &= mask;
        value_put (at, v);
    }
}

static void
frame_encode (struct vm_state *s, struct buffer *b, struct vm_frame *f,
              bool top)
{
    const struct vm_kept *kept = vm_kept_by (s, f->pc, top);
    uint32_t head = f->pc | f->objects << VM_F_OBJECTS;
    assert (f->pc < VM_INSTRUCTIONS_MOST && f->objects <= VM_SLOTS_MOST);
    if (!f->own && f->packed && f->kept == kept) {
        size_t size =
            f->exact ? (size_t) kept->size * VM_VALUE_BYTES : kept->bytes;
        out_word (b, head | (f->exact ? VM_F_EXACT : 0));
        memcpy (out_room (b, size), f->packed, size);
    } else {
        vm_frame_registers (s, f);
        size_t begin = b->size;
        out_word (b, head);
        if (!registers_plain (s, f, kept, out_room (b, kept->bytes))) {
            b->size = begin;
            out_word (b, head | VM_F_EXACT);
            registers_exact (s, f, kept, b);
        }
    }
    for (uint32_t i = 0; i < f->objects; i++)
        object_encode (s->code, b, &f->object[i]);
}

static bool
is_zero (struct vm_value v)
{
    return !v.bits && !v.unknown && !v.object;
}

static uint32_t
thread_keys (const struct vm_thread *t)
{
    uint32_t keys = t->keys;
    while (keys && is_zero (t->key[keys - 1]))
        keys--;
    return keys;
}

static uint32_t
thread_head (const struct vm_thread *t)
{
    assert (t->status <= VM_T_STATUS && t->unwinding < 8
            && t->frames <= VM_FRAMES_MOST);
    return t->status | (t->detached ? VM_T_DETACHED : 0)
           | (is_zero (t->wait) ? 0 : VM_T_WAIT)
           | (is_zero (t->result) ? 0 : VM_T_RESULT)
           | (t->selector ? VM_T_SELECTOR : 0) | (t->atomic ? VM_T_ATOMIC : 0)
           | (thread_keys (t) ? VM_T_KEYS : 0)
           | (uint32_t) t->phase << VM_T_PHASE
           | (uint32_t) t->unwinding << VM_T_UNWINDING
           | (t->local ? VM_T_LOCAL : 0) | t->frames << VM_T_FRAMES
           | (t->many ? VM_T_MANY : 0);
}

static void
keys_encode (struct buffer *b, const struct vm_thread *t)
{
    uint32_t keys = thread_keys (t);
    out_word (b, keys);
    for (uint32_t i = 0; i < keys; i++)
        value_encode (b, t->key[i]);
}

static void
thread_body (struct vm_state *s, struct buffer *b, const struct vm_thread *t)
{
    uint32_t head = thread_head (t);
    out_word (b, head);
    if (head & VM_T_ATOMIC)
        out_word (b, t->atomic);
    if (head & VM_T_SELECTOR)
        out_word (b, t->selector);
    if (head & VM_T_WAIT)
        value_encode (b, t->wait);
    if (head & VM_T_RESULT)
        value_encode (b, t->result);
    if (head & VM_T_KEYS)
        keys_encode (b, t);
    if (head & VM_T_LOCAL)
        for (uint32_t g = 0; g < s->opened->local.group.size; g++)
            group_encode (s, b, &s->opened->local, g, t->local);
    for (uint32_t i = 0; i < t->frames; i++)
        frame_encode (s, b, &t->frame[i], i + 1 == t->frames);
}

static void
thread_encode (struct vm_state *s, struct buffer *b, const struct vm_thread *t)
{
    size_t begin = b->size;
    out_word (b, 0);
    if (t->status != VM_ABSENT)
        thread_body (s, b, t);
    vm_put32 (b->data + begin, (uint32_t) (b->size - begin) / 4);
}

/* ---- all */

static uint32_t
threads_left (const struct vm_state *s)
{
    size_t n = s->thread.size;
    while (n && s->thread.at[n - 1].status == VM_ABSENT)
        n--;
    return (uint32_t) n;
}

static uint32_t
keys_left (const struct vm_state *s)
{
    size_t n = s->key.size;
    while (n && !s->key.at[n - 1])
        n--;
    return (uint32_t) n;
}

static bool
rest_is_there (const struct vm_state *s)
{
    return s->hold.size || s->at_exit.size || keys_left (s);
}

static void
head_encode (struct vm_state *s, struct buffer *b)
{
    const struct vm_opened *o = s->opened;
    out_word (b, (s->begun ? VM_HEAD_BEGUN : 0)
                     | (s->leaked ? VM_HEAD_LEAKED : 0)
                     | (s->code->pointer_bytes == 8 ? VM_HEAD_WIDE : 0)
                     | (rest_is_there (s) ? VM_HEAD_REST : 0)
                     | threads_left (s) << VM_HEAD_THREADS);
    out_word (b, (uint32_t) o->global.group.size);
    out_word (b, (uint32_t) s->heap.size);
}

static void
groups_encode (struct vm_state *s, struct out *out)
{
    struct vm_opened *o = s->opened;
    o->made.group.size = 0;
    for (uint32_t g = 0; g < o->global.group.size; g++) {
        VEC_PUSH (o->made.group, out_at (out));
        if (!o->changed[g]) {
            out_keep (out, o->extents.group.at[g], o->extents.group.at[g + 1]);
            continue;
        }
        out_flush (out);
        group_encode (s, out->buffer, &o->global, g, s->global);
    }
    VEC_PUSH (o->made.group, out_at (out));
}

static void
threads_encode (struct vm_state *s, struct out *out)
{
    struct vm_opened *o = s->opened;
    uint32_t threads = threads_left (s);
    o->made.thread.size = 0;
    for (uint32_t t = 0; t < threads; t++) {
        VEC_PUSH (o->made.thread, out_at (out));
        if (!s->thread.at[t].own) {
            assert (t < o->threads);
            out_keep (out, o->extents.thread.at[t],
                      o->extents.thread.at[t + 1]);
            continue;
        }
        out_flush (out);
        thread_encode (s, out->buffer, &s->thread.at[t]);
    }
    VEC_PUSH (o->made.thread, out_at (out));
}

static void
heap_encode (struct vm_state *s, struct out *out)
{
    struct vm_opened *o = s->opened;
    o->made.heap.size = 0;
    for (size_t n = 0; n < s->heap.size; n++) {
        VEC_PUSH (o->made.heap, out_at (out));
        if (!s->heap.at[n].own) {
            assert (n < o->heap);
            out_keep (out, o->extents.heap.at[n], o->extents.heap.at[n + 1]);
            continue;
        }
        out_flush (out);
        object_encode (s->code, out->buffer, &s->heap.at[n]);
    }
    VEC_PUSH (o->made.heap, out_at (out));
}

static void
rest_encode (struct vm_state *s, struct buffer *b)
{
    if (!rest_is_there (s))
        return;
    size_t holds = s->hold.size * sizeof *s->hold.at,
           keys = keys_left (s) * sizeof *s->key.at,
           exits = s->at_exit.size * sizeof *s->at_exit.at;
    out_word (b, (uint32_t) s->hold.size);
    out_word (b, keys_left (s));
    out_word (b, (uint32_t) s->at_exit.size);
    if (holds)
        memcpy (out_room (b, holds), s->hold.at, holds);
    if (keys)
        memcpy (out_room (b, keys), s->key.at, keys);
    if (exits)
        memcpy (out_room (b, exits), s->at_exit.at, exits);
}

void
vm_state_encode (struct vm_state *s)
{
    struct out out = {.state = s, .buffer = &s->opened->raw};
    buffer_reset (out.buffer);
    head_encode (s, out.buffer);
    groups_encode (s, &out);
    threads_encode (s, &out);
    heap_encode (s, &out);
    out_flush (&out);
    rest_encode (s, out.buffer);
}

struct bytes
vm_state_pack (struct vm_state *s)
{
    bool many = vm_is_many (s->code);
    if (many && s->stale)
        vm_state_scrub (s);
    if (many && s->crowd && s->crowd->blur.on)
        vm_widening_apply (&s->crowd->blur, s);
    vm_state_encode (s);
    if (many)
        vm_counter_abstraction_merge (s);
    return vm_canon (s);
}
