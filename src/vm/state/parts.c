/* parts.c -- where the parts of a state end, from its bytes alone. */
#include "machine/generator.h"
#include "vm/state/internal.h"

struct parts_state {
    uint32_t *end;
    size_t size, most;
};

static void
part_end (struct parts_state *p, uint32_t at)
{
    if (p->size < p->most)
        p->end[p->size++] = at;
}

static uint32_t
object_size (const uint8_t *at, uint32_t pointer_bytes)
{
    uint32_t size = vm_get32 (at), flags = vm_get32 (at + 4), result = 8;
    if (flags & (VM_FREED | VM_O_BLANK))
        return result;
    result += vm_pad (size) * (flags & VM_O_MASK ? 2 : 1);
    if (flags & VM_O_POINTS)
        result += size / pointer_bytes * (uint32_t) sizeof (vm_id);
    return result;
}

size_t
vm_state_parts (struct bytes state, uint32_t ends[], size_t most)
{
    struct parts_state p = {ends, 0, most};
    const uint8_t *data = state.data;
    if (!state.size || !most)
        return 0;
    if (state.size < VM_HEAD_BYTES) { /* of no program (vm/machine_ask.c) */
        part_end (&p, (uint32_t) state.size);
        return p.size;
    }
    assert (state.size <= UINT32_MAX);
    uint32_t head = vm_get32 (data), at = VM_HEAD_BYTES;
    part_end (&p, at);
    for (uint32_t n = vm_get32 (data + 4); n; n--)
        part_end (&p, at += vm_get32 (data + at) >> 1 << 2);
    for (uint32_t n = head >> VM_HEAD_THREADS; n; n--)
        part_end (&p, at += vm_get32 (data + at) << 2);
    for (uint32_t n = vm_get32 (data + 8); n; n--)
        part_end (&p,
                  at += object_size (data + at, head & VM_HEAD_WIDE ? 8 : 4));
    if (at < state.size)
        part_end (&p, (uint32_t) state.size);
    p.end[p.size - 1] = (uint32_t) state.size;
    return p.size;
}

/* Globals lie before the threads, heap objects behind them. */
uint64_t
vm_state_partial (struct bytes state, int what)
{
    const uint8_t *data = state.data;
    if (state.size < VM_HEAD_BYTES)
        return digest_of (state).low;
    assert (state.size <= UINT32_MAX);
    uint32_t threads = VM_HEAD_BYTES, heap;
    for (uint32_t n = vm_get32 (data + 4); n; n--)
        threads += vm_get32 (data + threads) >> 1 << 2;
    heap = threads;
    uint32_t count = vm_get32 (data) >> VM_HEAD_THREADS, first = 0, some = 0;
    uint32_t last =
        what > PARTIAL_THREADS ? (uint32_t) (what - PARTIAL_THREADS) : 0;
    if (last >= count) /* at its end a program has none */
        last = count ? count - 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        first = i == 1 ? heap : first;
        heap += vm_get32 (data + heap) << 2;
        some = i == last ? heap : some;
    }
    assert (heap <= state.size);
    if (what >= PARTIAL_THREADS) /* after main, which mostly waits */
        return first && last
                   ? digest_of ((struct bytes) {data + first, some - first}).low
                   : digest_of (state).low;
    if (what == PARTIAL_STACKS)
        return digest_of ((struct bytes) {data + threads, heap - threads}).low;
    struct digest globals = digest_of (
        (struct bytes) {data + VM_HEAD_BYTES, threads - VM_HEAD_BYTES});
    struct bytes objects = {data + heap, state.size - heap};
    return digest_chain (globals, objects).low;
}
