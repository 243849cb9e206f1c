/* arena.c -- see arena.h. */
#include "vm/code/arena.h"

#include <assert.h>

#include "base/memory.h"

enum { VM_ROOM_LEAST = 16 << 10 };

struct vm_block {
    struct vm_block *next;
    size_t size;
    _Alignas (16) uint8_t data[];
};

void
vm_arena_init (struct vm_arena *r)
{
    *r = (struct vm_arena) {0};
}

static void
blocks_free (struct vm_block *b)
{
    for (struct vm_block *next; b; b = next) {
        next = b->next;
        memory_free (b);
    }
}

void
vm_arena_clear (struct vm_arena *r)
{
    blocks_free (r->block);
    vm_arena_init (r);
}

static void
block_add (struct vm_arena *r, size_t size)
{
    struct vm_block *b = memory_resize (NULL, sizeof *b + size);
    b->next = r->block;
    b->size = size;
    r->block = b;
    r->at = b->data;
    r->end = b->data + size;
    r->total += size;
}

void *
vm_arena_grow (struct vm_arena *r, size_t size)
{
    size_t block = r->total > VM_ROOM_LEAST ? r->total : VM_ROOM_LEAST;
    block_add (r, block > size ? block : size);
    assert (size <= (size_t) (r->end - r->at));
    return vm_arena_new (r, size);
}

void
vm_arena_reset (struct vm_arena *r)
{
    if (!r->block)
        return;
    if (r->block->next) {
        /* One block that would have been enough. */
        size_t total = r->total;
        blocks_free (r->block);
        vm_arena_init (r);
        block_add (r, total);
    }
    r->at = r->block->data;
    assert (r->end == r->at + r->block->size);
}
