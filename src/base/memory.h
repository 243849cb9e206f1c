/* memory.h -- heap memory that never fails, and arenas for data of one phase.
 *
 * Out of memory is handled here and nowhere else: the process leaves at once
 * with MEMORY_EXIT, which the watchdog (a worker's master, for a worker) turns
 * into verdict UNKNOWN, reason memory.  Nothing is unwound, because nothing
 * that matters lives only in memory. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMORY_EXIT = 77 };

void *memory_new (size_t size);                /* zeroed */
void *memory_resize (void *, size_t size);     /* new bytes undefined */
void *memory_copy (const void *, size_t size); /* the caller frees it */
char *memory_string (const char *);            /* the caller frees it */
void memory_free (void *);                     /* null is fine */
_Noreturn void memory_exhausted (void);

/* Limits this process's data to `mb` megabytes; 0 means no limit. */
void memory_limit (uint64_t mb);
/* What one process is limited to if several share `mb`, and somebody looks at the sum of
 * what they use: a quarter more, for what is reserved and never used counts here. */
uint64_t memory_backstop (uint64_t mb);
/* From now on blocks of up to 12 MB that are freed are kept for the next ones of
 * this process: for who makes and frees the same large things again and again,
 * as a solver's context does twice 8 MB, whose pages cost more than its work. */
void memory_keep (void);

#define NEW(type) ((type *) memory_new (sizeof (type)))
#define NEW_ARRAY(type, n) ((type *) memory_new (sizeof (type) * (n)))

/* An arena hands out memory that is freed all at once. */
struct arena {
    struct arena_block *blocks; /* newest first */
    size_t used, size;          /* of the newest block */
    size_t total;               /* bytes of all blocks */
};

void arena_init (struct arena *);
void arena_clear (struct arena *);
void *arena_new (struct arena *, size_t size); /* zeroed, aligned to 16 */
void *arena_copy (struct arena *, const void *, size_t size);
char *arena_string (struct arena *, const char *);

#endif
