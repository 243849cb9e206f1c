/* memory.c -- see memory.h. */
#include "base/memory.h"

#include <assert.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

_Noreturn void
memory_exhausted (void)
{
    static const char message[] = "cohort: out of memory\n";
    ssize_t written = write (2, message, sizeof message - 1);
    (void) written;
    _exit (MEMORY_EXIT);
}

void *
memory_new (size_t size)
{
    void *result = calloc (1, size ? size : 1);
    if (!result)
        memory_exhausted ();
    return result;
}

void *
memory_resize (void *block, size_t size)
{
    void *result = realloc (block, size ? size : 1);
    if (!result)
        memory_exhausted ();
    return result;
}

void *
memory_copy (const void *from, size_t size)
{
    void *result = memory_new (size);
    if (size)
        memcpy (result, from, size);
    return result;
}

char *
memory_string (const char *s)
{
    return memory_copy (s, strlen (s) + 1);
}

void
memory_free (void *block)
{
    free (block);
}

void
memory_limit (uint64_t mb)
{
    if (!mb)
        return;
    /* RLIMIT_DATA counts what malloc and mmap commit, but not the shared
     * libraries that RLIMIT_AS would count too.  The soft one, for it may rise
     * when more is known about the input. */
    struct rlimit limit;
    if (getrlimit (RLIMIT_DATA, &limit))
        return;
    limit.rlim_cur = mb << 20 < limit.rlim_max ? mb << 20 : limit.rlim_max;
    setrlimit (RLIMIT_DATA, &limit);
    /* What is large has a mapping of its own then, which grows without a second
     * copy and goes back when it is freed. */
    mallopt (M_MMAP_THRESHOLD, 1 << 20);
}

uint64_t
memory_backstop (uint64_t mb)
{
    return mb + mb / 4;
}

void
memory_keep (void)
{
    mallopt (M_MMAP_THRESHOLD, 12 << 20);
    mallopt (M_TRIM_THRESHOLD, 64 << 20);
}

struct arena_block {
    struct arena_block *next;
    _Alignas (16) char data[];
};

void
arena_init (struct arena *a)
{
    *a = (struct arena) {0};
}

void
arena_clear (struct arena *a)
{
    for (struct arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        memory_free (b);
    }
    arena_init (a);
}

void *
arena_new (struct arena *a, size_t size)
{
    size = (size + 15) & ~(size_t) 15;
    if (a->used + size > a->size || !a->blocks) {
        size_t block = a->size * 2;
        if (block < 4096)
            block = 4096;
        if (block > 1 << 20)
            block = 1 << 20;
        if (block < size)
            block = size;
        struct arena_block *b = memory_new (sizeof *b + block);
        b->next = a->blocks;
        a->blocks = b;
        a->used = 0;
        a->size = block;
        a->total += block;
    }
    assert (a->used + size <= a->size);
    void *result = a->blocks->data + a->used;
    a->used += size;
    return result;
}

void *
arena_copy (struct arena *a, const void *from, size_t size)
{
    void *result = arena_new (a, size);
    if (size)
        memcpy (result, from, size);
    return result;
}

char *
arena_string (struct arena *a, const char *s)
{
    return arena_copy (a, s, strlen (s) + 1);
}
