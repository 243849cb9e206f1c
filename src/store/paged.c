/* paged.c -- see paged.h. */
#include "store/paged.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/memory.h"
#include "store/scratch.h"

/* Pages that are written together; that are fetched when pages are read in
 * order. */
enum { RUN_MOST = DISK_QUEUE_MOST, AHEAD = 8 };
/* Bytes that a thread takes at once: little while the file is small. */
static const uint64_t least_block = PAGED_PAGE, most_block = 256 << 10;
static const uint64_t least_reserve = 64 << 10, most_reserve = 64 << 20;

static void
locks_init (struct paged *p)
{
    p->lock = aligned_alloc (64, PAGED_LOCKS * sizeof *p->lock);
    if (!p->lock)
        memory_exhausted ();
    memset (p->lock, 0, PAGED_LOCKS * sizeof *p->lock);
    for (size_t i = 0; i < PAGED_LOCKS; i++)
        pthread_mutex_init (&p->lock[i].mutex, NULL);
    pthread_mutex_init (&p->growing, NULL);
}

static uint64_t
paged_ways (const struct paged *p)
{
    return p->sets * p->ways;
}

bool
paged_init (struct paged *p, const char *directory, uint64_t cache_bytes,
            struct budget *budget)
{
    uint64_t pages = cache_bytes / PAGED_PAGE;
    pages = pages ? pages : 1;
    p->ways = pages < PAGED_WAYS ? (unsigned) pages : PAGED_WAYS;
    p->sets = pages / p->ways;
    p->budget = budget;
    p->file = scratch_open (directory);
    if (p->file < 0)
        return false;
    scratch_direct (p->file);
    disk_queue_init (&p->queue);
    locks_init (p);
    p->ready = true;
    /* Offset 0 is never handed out. */
    p->next = PAGED_PAGE;
    p->frames = pages_new (budget, paged_ways (p) * PAGED_PAGE);
    p->way = pages_new (budget, paged_ways (p) * sizeof *p->way);
    errno = 0;
    return p->frames && p->way;
}

void
paged_clear (struct paged *p)
{
    if (!p->ready)
        return;
    pages_free (p->budget, p->frames, paged_ways (p) * PAGED_PAGE);
    pages_free (p->budget, p->way, paged_ways (p) * sizeof *p->way);
    for (size_t i = 0; i < PAGED_LOCKS; i++)
        pthread_mutex_destroy (&p->lock[i].mutex);
    pthread_mutex_destroy (&p->growing);
    disk_queue_clear (&p->queue);
    free (p->lock);
    close (p->file);
    p->ready = false;
}

/* ---- room */

static uint64_t
clipped (uint64_t n, uint64_t least, uint64_t most)
{
    n = n > most ? most : n;
    n = n < least ? least : n;
    return (n + PAGED_PAGE - 1) / PAGED_PAGE * PAGED_PAGE;
}

/* Space up to `end`, with some more to come if there is so much. */
static bool
paged_reserve (struct paged *p, uint64_t end)
{
    if (end <= p->reserved)
        return true;
    uint64_t more = clipped (p->reserved / 8, least_reserve, most_reserve);
    if (end < p->reserved + more
        && scratch_reserve (p->file, p->reserved, more)) {
        p->reserved += more;
        return true;
    }
    if (!scratch_reserve (p->file, p->reserved, end - p->reserved))
        return false;
    p->reserved = end;
    return true;
}

bool
paged_room (struct paged *p, struct paged_strip *s, uint64_t bytes)
{
    assert (bytes > 0 && s->top <= s->end);
    if (s->end - s->top >= bytes)
        return true;
    pthread_mutex_lock (&p->growing);
    bool goes_on = s->end == p->next;
    uint64_t least = clipped (goes_on ? bytes - (s->end - s->top) : bytes,
                              PAGED_PAGE, UINT64_MAX - PAGED_PAGE);
    uint64_t block = clipped (p->next / 16, least_block, most_block);
    block = block < least ? least : block;
    bool there = paged_reserve (p, p->next + block);
    if (!there && block > least)
        there = paged_reserve (p, p->next + (block = least));
    if (there) {
        s->top = goes_on ? s->top : p->next;
        s->end = p->next += block;
    }
    pthread_mutex_unlock (&p->growing);
    return there;
}

/* ---- pages; all under the lock of their set */

static struct paged_lock *
lock_of (struct paged *p, uint64_t page)
{
    return &p->lock[page % p->sets % PAGED_LOCKS];
}

static struct paged_way *
way_find (struct paged *p, uint64_t page)
{
    struct paged_way *set = p->way + page % p->sets * p->ways;
    for (unsigned i = 0; i < p->ways; i++)
        if (set[i].page == page + 1)
            return &set[i];
    return NULL;
}

static uint8_t *
way_frame (const struct paged *p, const struct paged_way *w)
{
    return p->frames + (size_t) (w - p->way) * PAGED_PAGE;
}

/* The pages behind a dirty one that are dirty too and free to be locked; they
 * are locked afterwards. */
static unsigned
run_gather (struct paged *p, uint64_t page, struct paged_way *run[RUN_MOST])
{
    unsigned n = 1;
    for (; n < RUN_MOST; n++) {
        struct paged_lock *l = lock_of (p, page + n);
        if (pthread_mutex_trylock (&l->mutex))
            break;
        run[n] = way_find (p, page + n);
        if (run[n] && run[n]->dirty)
            continue;
        pthread_mutex_unlock (&l->mutex);
        break;
    }
    return n;
}

static bool
run_write (struct paged *p, uint64_t page, struct paged_way *run[], unsigned n)
{
    struct disk_move move = {.parts = (int) n, .offset = page * PAGED_PAGE};
    for (unsigned i = 0; i < n; i++)
        move.part[i] = (struct iovec) {way_frame (p, run[i]), PAGED_PAGE};
    disk_queue_run (&p->queue, p->file, DISK_WRITE, &move, 1);
    return move.done;
}

/* Makes a dirty page clean, and with it those behind it: one large write costs
 * less than many. */
static bool
way_clean (struct paged *p, struct paged_way *w)
{
    struct paged_way *run[RUN_MOST] = {w};
    uint64_t page = w->page - 1;
    assert (w->page && w->dirty);
    unsigned n = run_gather (p, page, run);
    bool done = run_write (p, page, run, n);
    for (unsigned i = 0; i < n; i++) {
        run[i]->dirty = !done;
        if (i)
            pthread_mutex_unlock (&lock_of (p, page + i)->mutex);
    }
    return done;
}

/* A place for another page: free, or the one used least lately of those that
 * can be had. */
static struct paged_way *
way_victim (struct paged *p, uint64_t page, uint32_t now)
{
    struct paged_way *set = p->way + page % p->sets * p->ways;
    bool stuck[PAGED_WAYS] = {false};
    for (unsigned tries = 0; tries < p->ways; tries++) {
        struct paged_way *least = NULL;
        for (unsigned i = 0; i < p->ways; i++) {
            if (!set[i].page)
                return &set[i];
            if (!stuck[i] && (!least || now - set[i].used > now - least->used))
                least = &set[i];
        }
        assert (least); /* a try sticks at one of them at most */
        if (!least->dirty || way_clean (p, least))
            return least;
        stuck[least - set] = true;
    }
    return NULL;
}

/* The frame of a page; null: the disk does not do it.  fresh: nobody has
 * written to this page yet. */
static struct paged_way *
way_get (struct paged *p, uint64_t page, bool fresh, bool *hit)
{
    struct paged_lock *l = lock_of (p, page);
    struct paged_way *w = way_find (p, page);
    *hit = w;
    l->clock++;
    if (!w) {
        w = way_victim (p, page, l->clock);
        if (!w)
            return NULL;
        w->page = 0;
        w->dirty = false;
        if (fresh)
            memset (way_frame (p, w), 0, PAGED_PAGE);
        else if (!scratch_read (p->file, way_frame (p, w), PAGED_PAGE,
                                page * PAGED_PAGE))
            return NULL;
        w->page = page + 1;
    }
    w->used = l->clock;
    return w;
}

/* ---- several pages */

struct fetched {
    struct paged_way *way; /* locked, and of no page */
    uint64_t page;
};

/* A place for a page that is not there.  False: it is, or none can be had. */
static bool
fetched_place (struct paged *p, uint64_t page, struct fetched *f)
{
    struct paged_lock *l = lock_of (p, page);
    if (pthread_mutex_trylock (&l->mutex))
        return false;
    *f = (struct fetched) {NULL, page};
    if (!way_find (p, page))
        f->way = way_victim (p, page, ++l->clock);
    if (!f->way) {
        pthread_mutex_unlock (&l->mutex);
        return false;
    }
    f->way->page = 0;
    f->way->dirty = false;
    return true;
}

/* Fetches those that are not there and easily had. */
static void
pages_fetch (struct paged *p, const uint64_t page[], unsigned pages)
{
    struct fetched fetched[RUN_MOST];
    struct disk_move move[RUN_MOST]; /* 17 KB */
    unsigned n = 0;
    for (unsigned i = 0; i < pages && n < RUN_MOST; i++) {
        if (!fetched_place (p, page[i], &fetched[n]))
            continue;
        move[n].part[0] =
            (struct iovec) {way_frame (p, fetched[n].way), PAGED_PAGE};
        move[n].parts = 1;
        move[n++].offset = page[i] * PAGED_PAGE;
    }
    if (n)
        disk_queue_run (&p->queue, p->file, DISK_READ, move, n);
    for (unsigned i = 0; i < n; i++) {
        struct paged_lock *l = lock_of (p, fetched[i].page);
        fetched[i].way->used = l->clock;
        if (move[i].done)
            fetched[i].way->page = fetched[i].page + 1;
        pthread_mutex_unlock (&l->mutex);
    }
}

/* After a page was not there that follows the last one that was not: those
 * behind it, but for a small part of the cache. */
static void
pages_ahead (struct paged *p, uint64_t page)
{
    uint64_t list[AHEAD], end;
    uint64_t last =
        atomic_exchange_explicit (&p->missed, page, memory_order_relaxed);
    uint64_t most = paged_ways (p) / 16;
    unsigned n = 0;
    most = most < AHEAD ? most : AHEAD;
    if (page <= last || page - last > most + 1)
        return;
    pthread_mutex_lock (&p->growing);
    end = p->next / PAGED_PAGE;
    pthread_mutex_unlock (&p->growing);
    for (uint64_t i = page + 1; i <= page + most && i < end; i++)
        list[n++] = i;
    pages_fetch (p, list, n);
}

void
paged_foresee (struct paged *p, const uint64_t offset[], unsigned n)
{
    uint64_t list[RUN_MOST];
    unsigned pages = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t page = offset[i] / PAGED_PAGE;
        if (!pages || list[pages - 1] != page)
            list[pages++] = page;
        if (pages == RUN_MOST || i + 1 == n) {
            pages_fetch (p, list, pages);
            pages = 0;
        }
    }
}

/* ---- bytes */

enum purpose { TO_READ, TO_WRITE, TO_CHANGE };

struct paged_access {
    enum purpose purpose;
    uint8_t *to;
    const uint8_t *from;
};

static bool
page_access (struct paged *p, struct paged_access *a, uint64_t page,
             size_t start, size_t size)
{
    struct paged_lock *l = lock_of (p, page);
    bool hit;
    assert (start + size <= PAGED_PAGE);
    pthread_mutex_lock (&l->mutex);
    struct paged_way *w =
        way_get (p, page, a->purpose == TO_WRITE && !start, &hit);
    if (w) {
        uint8_t *at = way_frame (p, w) + start;
        if (a->purpose == TO_READ)
            memcpy (a->to, at, size);
        else
            memcpy (at, a->from, size);
        w->dirty |= a->purpose != TO_READ;
    }
    if (a->purpose == TO_READ) {
        l->reads++;
        l->hits += hit;
    }
    pthread_mutex_unlock (&l->mutex);
    if (w && !hit && a->purpose == TO_READ)
        pages_ahead (p, page);
    return w;
}

static bool
paged_access (struct paged *p, struct paged_access *a, uint64_t offset,
              size_t size)
{
    assert (offset >= PAGED_PAGE);
    for (size_t done = 0; done < size;) {
        size_t start = (offset + done) % PAGED_PAGE;
        size_t here = PAGED_PAGE - start;
        here = here < size - done ? here : size - done;
        if (!page_access (p, a, (offset + done) / PAGED_PAGE, start, here))
            return false;
        done += here;
        if (a->to)
            a->to += here;
        else
            a->from += here;
    }
    return true;
}

bool
paged_write (struct paged *p, uint64_t offset, const void *from, size_t size)
{
    struct paged_access a = {.purpose = TO_WRITE, .from = from};
    return paged_access (p, &a, offset, size);
}

bool
paged_change (struct paged *p, uint64_t offset, const void *from, size_t size)
{
    struct paged_access a = {.purpose = TO_CHANGE, .from = from};
    return paged_access (p, &a, offset, size);
}

bool
paged_read (struct paged *p, uint64_t offset, void *to, size_t size)
{
    struct paged_access a = {.purpose = TO_READ, .to = to};
    return paged_access (p, &a, offset, size);
}

void
paged_hits (struct paged *p, uint64_t *reads, uint64_t *hits)
{
    *reads = *hits = 0;
    for (size_t i = 0; i < PAGED_LOCKS; i++) {
        pthread_mutex_lock (&p->lock[i].mutex);
        *reads += p->lock[i].reads;
        *hits += p->lock[i].hits;
        pthread_mutex_unlock (&p->lock[i].mutex);
    }
}

const char *
paged_way_name (const struct paged *p)
{
    return scratch_is_direct (p->file)
               ? p->queue.ring ? "io_uring, direct" : "pread, direct"
           : p->queue.ring ? "io_uring"
                           : "pread";
}
