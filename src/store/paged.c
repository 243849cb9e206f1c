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

enum { RUN_MOST = 32 }; /* pages that are written together */
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
    struct iovec part[RUN_MOST];
    for (unsigned i = 0; i < n; i++)
        part[i] = (struct iovec) {way_frame (p, run[i]), PAGED_PAGE};
    ssize_t done =
        pwritev (p->file, part, (int) n, (off_t) (page * PAGED_PAGE));
    if (done == (ssize_t) n * PAGED_PAGE)
        return true;
    for (unsigned i = 0; i < n; i++)
        if (!scratch_write (p->file, part[i].iov_base, PAGED_PAGE,
                            (page + i) * PAGED_PAGE))
            return false;
    return true;
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

/* ---- bytes */

enum purpose { TO_READ, TO_WRITE, TO_COMPARE };

struct paged_access {
    enum purpose purpose;
    uint8_t *to;
    const uint8_t *from; /* what is written, or compared with */
    bool equal;
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
        else if (a->purpose == TO_COMPARE)
            a->equal = !memcmp (at, a->from, size);
        else
            memcpy (at, a->from, size);
        w->dirty |= a->purpose == TO_WRITE;
    }
    if (a->purpose != TO_WRITE) {
        l->reads++;
        l->hits += hit;
    }
    pthread_mutex_unlock (&l->mutex);
    return w;
}

static bool
paged_access (struct paged *p, struct paged_access *a, uint64_t offset,
              size_t size)
{
    assert (offset >= PAGED_PAGE);
    for (size_t done = 0; done < size && a->equal;) {
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
    struct paged_access a = {.purpose = TO_WRITE, .from = from, .equal = true};
    return paged_access (p, &a, offset, size);
}

bool
paged_read (struct paged *p, uint64_t offset, void *to, size_t size)
{
    struct paged_access a = {.purpose = TO_READ, .to = to, .equal = true};
    return paged_access (p, &a, offset, size);
}

bool
paged_equal (struct paged *p, uint64_t offset, const void *with, size_t size,
             bool *equal)
{
    struct paged_access a = {
        .purpose = TO_COMPARE, .from = with, .equal = true};
    bool done = paged_access (p, &a, offset, size);
    *equal = a.equal;
    return done;
}

void
paged_foresee (struct paged *p, uint64_t offset, size_t size)
{
    for (uint64_t page = offset / PAGED_PAGE;
         page <= (offset + size - 1) / PAGED_PAGE; page++) {
        struct paged_lock *l = lock_of (p, page);
        pthread_mutex_lock (&l->mutex);
        bool there = way_find (p, page);
        pthread_mutex_unlock (&l->mutex);
        if (!there)
            posix_fadvise (p->file, (off_t) (page * PAGED_PAGE), PAGED_PAGE,
                           POSIX_FADV_WILLNEED);
    }
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
