/* paged.h -- a file that grows, behind a cache of fixed size.
 *
 * Where the file system can, the file is read and written past the page cache of
 * the system, so this cache is all the memory that it takes.  Pages that lie
 * side by side are written together; when a file is read page by page, the next
 * ones are fetched together (disk_queue.h).
 *
 * The cache holds pages, a few places for each (the least recently used one
 * gives way), and is written back: what was written is read again, from memory
 * or from the file, whether or not it has been there.  Space in the file is
 * reserved before anything is written to it, so that a disk that is full shows
 * then, and what was taken is never lost; should the disk fail all the same,
 * the pages stay in memory.
 *
 * Every thread appends to strips of its own; a page belongs to one strip.  All
 * but init and clear may be called by any thread at any time. */
#ifndef PAGED_H
#define PAGED_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/disk_queue.h"
#include "store/region.h"

enum { PAGED_PAGE = 4096, PAGED_WAYS = 8, PAGED_LOCKS = 64 };

/* A place for a page. */
struct paged_way {
    uint64_t page; /* 1 + its number; 0: free */
    uint32_t used; /* when, by the clock of the lock */
    bool dirty;
};

struct paged_lock {
    _Alignas (64) pthread_mutex_t mutex;
    uint32_t clock;
    uint64_t reads, hits;
};

struct paged {
    int file;
    uint8_t *frames; /* one page a way */
    struct paged_way *way;
    uint64_t sets;
    unsigned ways;           /* of a set */
    struct paged_lock *lock; /* of sets: by number mod PAGED_LOCKS */
    struct disk_queue queue;
    _Atomic uint64_t missed; /* the last page that was read and not there */
    pthread_mutex_t growing; /* of the two below */
    uint64_t next, reserved; /* bytes handed out; bytes of space */
    struct budget *budget;
    bool ready;
};

/* A cache of about so many bytes, at least a page.  False: errno, or 0: no
 * memory. */
bool paged_init (struct paged *, const char *directory, uint64_t cache_bytes,
                 struct budget *);
void paged_clear (struct paged *);

/* Room of a thread: bytes from top to end.  There are at least `bytes` at its
 * top afterwards; false: no space. */
struct paged_strip {
    uint64_t top, end;
};
bool paged_room (struct paged *, struct paged_strip *, uint64_t bytes);

/* False: the disk does not do it.  Of a strip the bytes are written in order.
 */
bool paged_write (struct paged *, uint64_t offset, const void *, size_t);
/* Other bytes in the place of some that were written. */
bool paged_change (struct paged *, uint64_t offset, const void *, size_t);
bool paged_read (struct paged *, uint64_t offset, void *, size_t);
/* These bytes will be read soon: what is not there of the pages that they begin
 * on is fetched, all at once. */
void paged_foresee (struct paged *, const uint64_t offset[], unsigned n);
/* How it reaches the disk, for people. */
const char *paged_way_name (const struct paged *);
/* Of reads of a page so far. */
void paged_hits (struct paged *, uint64_t *reads, uint64_t *hits);

#endif
