/* abstract_threads.c -- see explore/threads/thread_group.h. */
#include "vm/reduce/abstract_threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

void
vm_abstract_threads_init (struct vm_abstract_threads *c)
{
    *c = (struct vm_abstract_threads) {0};
    pthread_mutex_init (&c->lock, NULL);
    vm_widening_init (&c->blur);
}

void
vm_abstract_threads_empty (struct vm_abstract_threads *c)
{
    for (size_t i = 0; i < c->known.size; i++)
        memory_free (c->known.at[i].bytes);
    for (size_t i = 0; i < c->fresh.size; i++)
        memory_free (c->fresh.at[i].bytes);
    c->known.size = c->fresh.size = c->slot.size = 0;
}

void
vm_abstract_threads_clear (struct vm_abstract_threads *c)
{
    vm_abstract_threads_empty (c);
    VEC_CLEAR (c->known);
    VEC_CLEAR (c->fresh);
    VEC_CLEAR (c->slot);
    vm_widening_clear (&c->blur);
    pthread_mutex_destroy (&c->lock);
}

int
vm_band_compare (const uint8_t *a, uint32_t size, const uint8_t *b,
                 uint32_t other)
{
    if (size != other)
        return size < other ? -1 : 1;
    return memcmp (a, b, size);
}

const struct vm_band *
vm_abstract_threads_find (const struct vm_abstract_threads *c, uint64_t key,
                          uint32_t *size)
{
    size_t low = 0, high = c->known.size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->known.at[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    uint32_t n = 0;
    while (low + n < c->known.size && c->known.at[low + n].key == key)
        n++;
    *size = n;
    return n ? &c->known.at[low] : NULL;
}

/* ---- what is fresh */

static size_t
band_hash (uint64_t key, const uint8_t *bytes, uint32_t size)
{
    return (size_t) (digest_of ((struct bytes) {bytes, size}).low
                     ^ key * UINT64_C (0x9e3779b97f4a7c15));
}

/* Where it is, or would be. */
static size_t
slot_find (const struct vm_abstract_threads *c, uint64_t key,
           const uint8_t *bytes, uint32_t size)
{
    size_t mask = c->slot.size - 1, i = band_hash (key, bytes, size) & mask;
    assert (!(c->slot.size & mask) && c->fresh.size < c->slot.size);
    for (; c->slot.at[i]; i = (i + 1) & mask) {
        const struct vm_band *b = &c->fresh.at[c->slot.at[i] - 1];
        if (b->key == key && !vm_band_compare (b->bytes, b->size, bytes, size))
            break;
    }
    return i;
}

static void
slots_make (struct vm_abstract_threads *c, size_t size)
{
    VEC_ROOM (c->slot, size);
    c->slot.size = size;
    memset (c->slot.at, 0, size * sizeof *c->slot.at);
    for (size_t i = 0; i < c->fresh.size; i++) {
        const struct vm_band *b = &c->fresh.at[i];
        c->slot.at[slot_find (c, b->key, b->bytes, b->size)] = (uint32_t) i + 1;
    }
}

void
vm_abstract_threads_note (struct vm_abstract_threads *c, uint64_t key,
                          const uint8_t *bytes, uint32_t size)
{
    pthread_mutex_lock (&c->lock);
    if (2 * (c->fresh.size + 1) > c->slot.size)
        slots_make (c, c->slot.size ? 2 * c->slot.size : 256);
    size_t at = slot_find (c, key, bytes, size);
    if (!c->slot.at[at]) {
        struct vm_band b = {key, NEW_ARRAY (uint8_t, size), size};
        memcpy (b.bytes, bytes, size);
        VEC_PUSH (c->fresh, b);
        c->slot.at[at] = (uint32_t) c->fresh.size;
    }
    pthread_mutex_unlock (&c->lock);
}

bool
vm_abstract_threads_has_fresh (struct vm_abstract_threads *c)
{
    pthread_mutex_lock (&c->lock);
    bool some = c->fresh.size;
    pthread_mutex_unlock (&c->lock);
    return some;
}

static int
band_order (const void *left, const void *right)
{
    const struct vm_band *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return vm_band_compare (a->bytes, a->size, b->bytes, b->size);
}

void
vm_abstract_threads_take (struct vm_abstract_threads *c)
{
    for (size_t i = 0; i < c->fresh.size; i++)
        VEC_PUSH (c->known, c->fresh.at[i]);
    if (c->known.size)
        qsort (c->known.at, c->known.size, sizeof *c->known.at, band_order);
    c->fresh.size = 0;
    if (c->slot.size)
        memset (c->slot.at, 0, c->slot.size * sizeof *c->slot.at);
}
