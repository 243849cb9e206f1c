/* arena.h -- memory that is handed out in pieces and given back all at once,
 * again and again: after a while, without asking the system for any. */
#ifndef VM_CODE_ARENA_H
#define VM_CODE_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct vm_arena {
    uint8_t *at, *end;      /* what is left of the newest block */
    struct vm_block *block; /* newest first */
    size_t total;           /* of all blocks */
};

void vm_arena_init (struct vm_arena *);
void vm_arena_clear (struct vm_arena *);
/* All pieces are given back. */
void vm_arena_reset (struct vm_arena *);
void *vm_arena_grow (struct vm_arena *, size_t);

/* Aligned to 16; the contents are undefined. */
static inline void *
vm_arena_new (struct vm_arena *r, size_t size)
{
    size = size ? (size + 15) & ~(size_t) 15 : 16;
    if (size > (size_t) (r->end - r->at))
        return vm_arena_grow (r, size);
    void *result = r->at;
    r->at += size;
    return result;
}

#endif
