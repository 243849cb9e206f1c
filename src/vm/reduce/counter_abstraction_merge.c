/* counter_abstraction_merge.c -- threads that are alike become one entry (counter_abstraction.h).
 *
 * Works on the bytes of a state before heap objects get their numbers.  Threads
 * that nobody names are compared with 0 for their own number; they go in order
 * of their bytes to the numbers that are left.  (That order is by numbers of
 * heap objects that are not canonical: two states that are alike may stay
 * two.) */
#include <assert.h>
#include <stdlib.h>

#include "vm/reduce/abstract_threads.h"
#include "vm/reduce/counter_abstraction.h"
#include "vm/state/internal.h"

struct many_merge_part {
    uint8_t *bytes;
    uint32_t size;
    bool many;
    bool known; /* of the crowd, or not fit for it */
};

struct merge {
    struct vm_state *state;
    uint32_t threads;
    uint32_t now;      /* the thread whose part is looked at, or NOWHERE */
    uint32_t from, to; /* own numbers that are replaced */
    bool *fixed;       /* by thread: it keeps its number */
    struct many_merge_part *part; /* of the others */
    uint32_t parts;
    uint32_t room; /* bytes that these take at most, with those of the crowd */
    bool heap;     /* a part that was renumbered names heap objects */
};

/* ---- who may move */

static void
name_note (void *context, uint8_t *at)
{
    struct merge *m = context;
    vm_id id = vm_get32 (at);
    enum vm_kind kind = vm_id_kind (id);
    if (kind != VM_STACK && kind != VM_TLS)
        return;
    uint32_t thread = vm_id_thread (id);
    assert (thread < m->threads);
    if (thread != m->now)
        m->fixed[thread] = true;
}

static uint8_t *
raw_thread (const struct merge *m, uint32_t thread)
{
    struct vm_opened *o = m->state->opened;
    return o->raw.data + o->made.thread.at[thread];
}

static void
names_find (struct merge *m)
{
    struct vm_opened *o = m->state->opened;
    struct vm_refs r = {.state = m->state, .visit = name_note, .context = m};
    uint8_t *raw = o->raw.data;
    m->now = VM_NOWHERE;
    for (uint32_t g = 0; g < o->global.group.size; g++)
        vm_refs_group (&r, &o->global, g, raw + o->made.group.at[g]);
    for (size_t n = 0; n + 1 < o->made.heap.size; n++)
        vm_refs_object (&r, raw + o->made.heap.at[n]);
    vm_refs_rest (&r, raw + VEC_LAST (o->made.heap), raw + o->raw.size);
    for (m->now = 0; m->now < m->threads; m->now++)
        vm_refs_thread (&r, raw_thread (m, m->now));
}

static bool
is_absent (const uint8_t *part)
{
    return vm_get32 (part) == 1;
}

static bool
may_move (const struct merge *m, uint32_t thread)
{
    const uint8_t *part = raw_thread (m, thread);
    if (!thread || m->fixed[thread] || is_absent (part))
        return false;
    uint32_t head = vm_get32 (part + 4);
    return (head & VM_T_STATUS) == VM_ALIVE && !(head & VM_T_ATOMIC);
}

/* ---- their bytes */

static void
number_replace (void *context, uint8_t *at)
{
    struct merge *m = context;
    vm_id id = vm_get32 (at);
    m->heap |= vm_id_kind (id) == VM_HEAP;
    vm_put32 (at, vm_id_moved (id, m->from, m->to));
}

static void
part_renumber (struct merge *m, uint8_t *bytes, uint32_t from, uint32_t to)
{
    struct vm_refs r = {m->state, number_replace, m};
    m->from = from;
    m->to = to;
    vm_refs_thread (&r, bytes);
}

static void
part_add (struct merge *m, uint32_t thread)
{
    struct many_merge_part *p = &m->part[m->parts++];
    const uint8_t *from = raw_thread (m, thread);
    p->size = 4 * vm_get32 (from);
    p->bytes = vm_scratch (m->state, p->size);
    memcpy (p->bytes, from, p->size);
    uint32_t head = vm_get32 (p->bytes + 4);
    p->many = head & VM_T_MANY;
    vm_put32 (p->bytes + 4, head & ~VM_T_MANY);
    m->heap = false;
    part_renumber (m, p->bytes, thread, 0);
    p->known = m->heap; /* its numbers are of this state only */
}

static int
part_compare (const void *left, const void *right)
{
    const struct many_merge_part *a = left, *b = right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return memcmp (a->bytes, b->bytes, a->size);
}

static uint64_t
globals_hash (const struct merge *m)
{
    const struct vm_opened *o = m->state->opened;
    uint32_t end = o->made.thread.at[0];
    return digest_of ((struct bytes) {o->raw.data + VM_HEAD_BYTES,
                                      end - VM_HEAD_BYTES})
        .low;
}

static void
crowd_add (struct merge *m, uint64_t key)
{
    uint32_t size;
    const struct vm_band *band =
        vm_abstract_threads_find (m->state->crowd, key, &size);
    if (!size || m->threads + size > VM_THREADS_MOST)
        return;
    struct many_merge_part *all =
        vm_scratch (m->state, (m->parts + size) * sizeof *all);
    memcpy (all, m->part, m->parts * sizeof *all);
    m->part = all;
    for (uint32_t i = 0; i < size; i++) {
        m->part[m->parts++] =
            (struct many_merge_part) {band[i].bytes, band[i].size, true, true};
        m->room += band[i].size;
    }
}

static void
crowd_note (struct merge *m, uint64_t key)
{
    for (uint32_t i = 0; i < m->parts; i++)
        if (m->part[i].many && !m->part[i].known)
            vm_abstract_threads_note (m->state->crowd, key, m->part[i].bytes,
                                      m->part[i].size);
}

static void
parts_unite (struct merge *m)
{
    uint32_t kept = 0;
    qsort (m->part, m->parts, sizeof *m->part, part_compare);
    if (m->state->code->reductions & VM_REDUCE_COUNTED)
        return;
    for (uint32_t i = 0; i < m->parts; i++)
        if (kept && !part_compare (&m->part[kept - 1], &m->part[i])) {
            m->part[kept - 1].many = true;
            m->part[kept - 1].known |= m->part[i].known;
        } else {
            m->part[kept++] = m->part[i];
        }
    m->parts = kept;
}

/* ---- the state with them */

static uint32_t
thread_put (struct merge *m, uint8_t *to, const uint8_t *from)
{
    uint32_t size = 4 * vm_get32 (from);
    (void) m;
    memcpy (to, from, size);
    return size;
}

static uint32_t
part_put (struct merge *m, uint8_t *to, const struct many_merge_part *p,
          uint32_t number)
{
    memcpy (to, p->bytes, p->size);
    part_renumber (m, to, 0, number);
    if (p->many)
        vm_put32 (to + 4, vm_get32 (to + 4) | VM_T_MANY);
    return p->size;
}

/* The new parts to `to`; where they begin goes to `made`. */
static uint32_t
threads_put (struct merge *m, uint8_t *to)
{
    struct vm_opened *o = m->state->opened;
    uint32_t begin = o->made.thread.at[0], size = 0, used = 0, threads = 0;
    uint32_t most = m->threads + m->parts + 1;
    uint32_t *at = vm_scratch (m->state, most * sizeof *at);
    uint32_t left = 0; /* numbers up to the last that is fixed */
    for (uint32_t t = 0; t < m->threads; t++)
        if (m->fixed[t])
            left = t + 1;
    for (uint32_t t = 0; t < left || used < m->parts; t++) {
        assert (threads + 1 < most);
        at[threads++] = begin + size;
        if (t < m->threads && m->fixed[t]) {
            size += thread_put (m, to + size, raw_thread (m, t));
        } else if (used < m->parts) {
            size += part_put (m, to + size, &m->part[used++], t);
        } else {
            vm_put32 (to + size, 1);
            size += 4;
        }
    }
    at[threads] = begin + size;
    VEC_ROOM (o->made.thread, threads + 1);
    memcpy (o->made.thread.at, at, (threads + 1) * sizeof *at);
    o->made.thread.size = threads + 1;
    return size;
}

static void
raw_replace (struct merge *m)
{
    struct vm_opened *o = m->state->opened;
    uint32_t begin = o->made.thread.at[0], end = VEC_LAST (o->made.thread);
    uint32_t old = end - begin, left = (uint32_t) o->raw.size - end;
    uint8_t *to = vm_scratch (m->state, old + m->room);
    uint32_t size = threads_put (m, to);
    assert (size <= old + m->room);
    if (size > old)
        buffer_put (&o->raw, to, size - old); /* room, for now */
    memmove (o->raw.data + begin + size, o->raw.data + end, left);
    memcpy (o->raw.data + begin, to, size);
    o->raw.size = begin + size + left;
    for (size_t i = 0; i < o->made.heap.size; i++)
        o->made.heap.at[i] = o->made.heap.at[i] - old + size;
    uint32_t head = vm_get32 (o->raw.data) & ((1u << VM_HEAD_THREADS) - 1);
    vm_put32 (o->raw.data,
              head | (uint32_t) (o->made.thread.size - 1) << VM_HEAD_THREADS);
}

void
vm_counter_abstraction_merge (struct vm_state *s)
{
    assert (!s->crowd || !(s->code->reductions & VM_REDUCE_COUNTED));
    struct merge m = {.state = s,
                      .threads = (uint32_t) s->opened->made.thread.size - 1};
    assert (!s->stale);
    if (m.threads < 2)
        return;
    m.fixed = vm_scratch (s, m.threads * sizeof *m.fixed);
    memset (m.fixed, 0, m.threads * sizeof *m.fixed);
    m.part = vm_scratch (s, m.threads * sizeof *m.part);
    names_find (&m);
    for (uint32_t t = 0; t < m.threads; t++)
        if (may_move (&m, t))
            part_add (&m, t);
        else
            m.fixed[t] = !is_absent (raw_thread (&m, t));
    uint64_t key = s->crowd ? globals_hash (&m) : 0;
    if (s->crowd)
        crowd_add (&m, key);
    parts_unite (&m);
    if (s->crowd)
        crowd_note (&m, key);
    raw_replace (&m);
}
