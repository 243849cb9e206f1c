/* canon.c -- one numbering of heap objects for all states that are alike.
 *
 * Numbers follow reachability, breadth first: from globals in order, threads in
 * order (what they wait for, results, keys, thread-local variables; frames from
 * the first, registers, locals), holds and functions of exit; then from the
 * objects themselves in their new order.  What is not reached is dropped.
 *
 * All works on the bytes that were made with the old numbers, since a number
 * takes as many bytes as another.  An opened state is canonical; so if each
 * part that changed names the heap objects that it named, in the same order,
 * and none is new, then the walk would find the same numbers, and is left out.
 */
#include <stdlib.h>

#include "vm/reduce/counter_abstraction.h"
#include "vm/state/internal.h"

/* ---- did it change what points where? */

static void
name_note (void *context, uint8_t *at)
{
    struct vm_opened *o = context;
    vm_id id = vm_get32 (at);
    if (vm_id_kind (id) == VM_HEAP)
        VEC_PUSH (o->now, id);
}

/* Do two parts name the same heap objects?  `visit` lists them in `now`. */
static bool
names_equal (struct vm_opened *o, size_t before)
{
    size_t size = o->now.size - before;
    bool equal = size == before
                 && (!size
                     || !memcmp (o->now.at, o->now.at + before,
                                 size * sizeof *o->now.at));
    o->now.size = 0;
    return equal;
}

static bool
groups_unchanged (struct vm_opened *o, const struct vm_refs *r)
{
    for (uint32_t g = 0; g < o->global.group.size; g++) {
        if (!o->changed[g])
            continue;
        vm_refs_group (r, &o->global, g,
                       o->bytes.data + o->extents.group.at[g]);
        size_t before = o->now.size;
        vm_refs_group (r, &o->global, g, o->raw.data + o->made.group.at[g]);
        if (!names_equal (o, before))
            return false;
    }
    return true;
}

static bool
threads_unchanged (const struct vm_state *s, const struct vm_refs *r)
{
    struct vm_opened *o = s->opened;
    size_t threads = o->made.thread.size - 1;
    for (size_t t = 0; t < s->thread.size; t++) {
        if (!s->thread.at[t].own)
            continue;
        if (t < o->threads)
            vm_refs_thread (r, o->bytes.data + o->extents.thread.at[t]);
        size_t before = o->now.size;
        if (t < threads)
            vm_refs_thread (r, o->raw.data + o->made.thread.at[t]);
        if (!names_equal (o, before))
            return false;
    }
    return true;
}

static bool
heap_unchanged (const struct vm_state *s, const struct vm_refs *r)
{
    struct vm_opened *o = s->opened;
    if (s->heap.size != o->heap)
        return false;
    for (size_t n = 0; n < o->heap; n++) {
        if (!s->heap.at[n].own)
            continue;
        vm_refs_object (r, o->bytes.data + o->extents.heap.at[n]);
        size_t before = o->now.size;
        vm_refs_object (r, o->raw.data + o->made.heap.at[n]);
        if (!names_equal (o, before))
            return false;
    }
    return true;
}

static bool
names_unchanged (const struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    struct vm_refs r = {.state = s, .visit = name_note, .context = o};
    o->now.size = 0;
    if (!heap_unchanged (s, &r) || !groups_unchanged (o, &r)
        || !threads_unchanged (s, &r))
        return false;
    vm_refs_rest (&r, o->bytes.data + VEC_LAST (o->extents.heap),
                  o->bytes.data + o->bytes.size);
    size_t before = o->now.size;
    vm_refs_rest (&r, o->raw.data + VEC_LAST (o->made.heap),
                  o->raw.data + o->raw.size);
    return names_equal (o, before);
}

/* ---- new numbers */

static void
number_give (void *context, uint8_t *at)
{
    struct vm_state *s = context;
    struct vm_opened *o = s->opened;
    vm_id id = vm_get32 (at);
    if (vm_id_kind (id) != VM_HEAP) {
        if (s->stale && vm_is_gone (s, id))
            vm_put32 (at, vm_id_of (VM_GONE, 0));
        return;
    }
    uint32_t n = vm_id_number (id);
    assert (n && n <= s->heap.size);
    if (!o->map.at[n]) {
        VEC_PUSH (o->order, n);
        o->map.at[n] = (uint32_t) o->order.size;
    }
    vm_put32 (at, vm_id_of (VM_HEAP, o->map.at[n]));
}

static void
numbers_find (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    struct vm_refs r = {.state = s, .visit = number_give, .context = s};
    uint8_t *raw = o->raw.data;
    size_t threads = o->made.thread.size - 1;
    o->order.size = 0;
    VEC_ROOM (o->map, s->heap.size + 1);
    memset (o->map.at, 0, (s->heap.size + 1) * sizeof *o->map.at);
    for (uint32_t g = 0; g < o->global.group.size; g++)
        vm_refs_group (&r, &o->global, g, raw + o->made.group.at[g]);
    for (size_t t = 0; t < threads; t++)
        vm_refs_thread (&r, raw + o->made.thread.at[t]);
    vm_refs_rest (&r, raw + VEC_LAST (o->made.heap), raw + o->raw.size);
    for (size_t k = 0; k < o->order.size; k++)
        vm_refs_object (&r, raw + o->made.heap.at[o->order.at[k] - 1]);
}

/* Holds are in order of their objects' numbers. */
static int
hold_compare (const void *left, const void *right)
{
    const struct vm_hold *a = left, *b = right;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

static void
holds_sort (struct vm_opened *o)
{
    uint8_t *at = o->raw.data + VEC_LAST (o->made.heap);
    if (at < o->raw.data + o->raw.size)
        qsort (at + 12, vm_get32 (at), sizeof (struct vm_hold), hold_compare);
}

static bool
is_leak (const struct vm_state *s, const struct vm_object *o)
{
    return s->code->checks & VM_CHECK_LEAK
           && !(o->flags & (VM_FREED | VM_BY_LIBRARY));
}

static void
leaks_find (struct vm_state *s)
{
    const struct vm_opened *o = s->opened;
    for (size_t n = 0; n < s->heap.size && !s->leaked; n++)
        s->leaked = !o->map.at[n + 1] && is_leak (s, &s->heap.at[n]);
}

/* The same bytes with heap objects in their new order. */
static void
heap_sort (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    uint32_t begin = o->made.heap.at[0], end = VEC_LAST (o->made.heap);
    buffer_reset (&o->packed);
    buffer_put (&o->packed, o->raw.data, begin);
    for (size_t k = 0; k < o->order.size; k++) {
        const uint32_t *at = &o->made.heap.at[o->order.at[k] - 1];
        /* cppcheck-suppress objectIndex ; there is one offset more than objects */
        buffer_put (&o->packed, o->raw.data + at[0], at[1] - at[0]);
    }
    buffer_put (&o->packed, o->raw.data + end, o->raw.size - end);
    uint32_t head = vm_get32 (o->packed.data);
    vm_put32 (o->packed.data, head | (s->leaked ? VM_HEAD_LEAKED : 0));
    vm_put32 (o->packed.data + 8, (uint32_t) o->order.size);
}

static bool
order_is_old (const struct vm_state *s)
{
    const struct vm_opened *o = s->opened;
    if (o->order.size != s->heap.size)
        return false;
    for (size_t k = 0; k < o->order.size; k++)
        if (o->order.at[k] != k + 1)
            return false;
    return true;
}

struct bytes
vm_canon (struct vm_state *s)
{
    struct vm_opened *o = s->opened;
    if (!s->stale
        && (!s->heap.size || (!vm_is_many (s->code) && names_unchanged (s))))
        return buffer_view (&o->raw);
    numbers_find (s);
    holds_sort (o);
    if (order_is_old (s))
        return buffer_view (&o->raw);
    if (o->order.size < s->heap.size)
        leaks_find (s);
    heap_sort (s);
    return buffer_view (&o->packed);
}
