/* region.c -- see region.h. */
#include "store/region.h"

#include <assert.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static const uint64_t page = 4096, huge = PAGES_PIECE;
/* Of what a thread takes at once: little while the region is small. */
static const uint64_t least_block = 4096, most_block = 256 << 10;
/* Records that a large block should hold at least, so that little of it stays
 * unused. */
static const uint64_t many = 16;
static const uint64_t least_room = 1 << 20;

static uint64_t
round_up (uint64_t n, uint64_t to)
{
    assert (to);
    return (n + to - 1) / to * to;
}

bool
budget_take (struct budget *b, uint64_t bytes)
{
    uint64_t used =
        atomic_fetch_add_explicit (&b->used, bytes, memory_order_relaxed);
    if (!b->limit || used + bytes <= b->limit)
        return true;
    budget_give (b, bytes);
    return false;
}

void
budget_give (struct budget *b, uint64_t bytes)
{
    uint64_t used =
        atomic_fetch_sub_explicit (&b->used, bytes, memory_order_relaxed);
    assert (used >= bytes);
    (void) used;
}

void
budget_force (struct budget *b, uint64_t bytes)
{
    atomic_fetch_add_explicit (&b->used, bytes, memory_order_relaxed);
}

/* Twice the machine's memory is more than can ever be used, and small enough
 * for every limit on addresses that leaves the machine usable. */
static uint64_t
memory_of_machine (void)
{
    long pages = sysconf (_SC_PHYS_PAGES), size = sysconf (_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (uint64_t) pages * (uint64_t) size
                                 : UINT64_C (1) << 34;
}

static uint64_t
region_wanted (const struct store_region *r, uint64_t most)
{
    assert (r->unit && most);
    uint64_t limit = r->file >= 0       ? UINT64_C (1) << 42
                     : r->budget->limit ? r->budget->limit
                                        : 2 * memory_of_machine ();
    uint64_t bytes = most <= limit / r->unit ? most * r->unit : limit;
    return bytes + r->unit;
}

static bool
region_reserve (struct store_region *r, uint64_t most)
{
    for (r->room = region_wanted (r, most); r->room >= least_room;
         r->room /= 2) {
        r->reserved_size = round_up (r->room, huge) + huge;
        r->reserved = mmap (NULL, r->reserved_size, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (r->reserved != MAP_FAILED)
            return true;
    }
    r->reserved = NULL;
    return false;
}

bool
region_init (struct store_region *r, uint64_t unit, uint64_t most,
             struct budget *budget, int file)
{
    assert (unit > 0 && most > 0);
    *r = (struct store_region) {.unit = unit, .budget = budget, .file = file};
    if (!region_reserve (r, most))
        return false;
    uintptr_t start = (uintptr_t) r->reserved;
    r->base = (uint8_t *) r->reserved + (round_up (start, huge) - start);
    if (file < 0)
        madvise (r->base, r->room, MADV_HUGEPAGE);
    r->next = unit;
    pthread_mutex_init (&r->lock, NULL);
    return true;
}

void
region_clear (struct store_region *r)
{
    if (!r->reserved)
        return;
    assert (r->next <= r->ready || r->next == r->unit);
    munmap (r->reserved, r->reserved_size);
    pthread_mutex_destroy (&r->lock);
    if (r->file < 0)
        budget_give (r->budget, r->ready);
    r->reserved = NULL;
}

/* What is mapped of a file counts as memory of this process until it lets go of it; it comes
 * back from the file, or from what the system keeps of that.  Under a limit this is done
 * again and again, whoever else reads or writes there. */
static void
region_forget (struct store_region *r)
{
    enum { GROWN = 16 << 20 };
    if (r->file < 0 || !r->budget->limit || r->ready < r->forgotten + GROWN)
        return;
    madvise (r->base, r->ready, MADV_DONTNEED);
    r->forgotten = r->ready;
}

/* Makes the bytes from r->ready to `end` usable. */
static bool
region_extend (struct store_region *r, uint64_t end)
{
    assert (end > r->ready && end <= round_up (r->room, page));
    uint64_t size = end - r->ready;
    if (r->file >= 0) {
        if (posix_fallocate (r->file, (off_t) r->ready, (off_t) size)
            || mmap (r->base + r->ready, size, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, r->file, (off_t) r->ready)
                   == MAP_FAILED)
            return false;
    } else {
        if (!budget_take (r->budget, size))
            return false;
        if (mprotect (r->base + r->ready, size, PROT_READ | PROT_WRITE)) {
            budget_give (r->budget, size);
            return false;
        }
    }
    r->ready = end;
    region_forget (r);
    return true;
}

/* In large steps, so that huge pages fit; if that is too much, the least that
 * does. */
static bool
region_need (struct store_region *r, uint64_t end)
{
    if (end > r->room)
        return false;
    if (end <= r->ready)
        return true;
    uint64_t large = r->ready < huge ? 2 * r->ready : r->ready + huge;
    large = round_up (large > end ? large : end, large < huge ? page : huge);
    return (large <= r->room && region_extend (r, large))
           || region_extend (r, round_up (end, page));
}

static uint64_t
region_block (const struct store_region *r, uint64_t least)
{
    uint64_t most = many * least > most_block ? many * least : most_block;
    uint64_t block = r->next / 16;
    block = block < least_block ? least_block : block > most ? most : block;
    block = block / r->unit * r->unit;
    return block > least ? block : least;
}

/* Bytes from r->next on; fewer if there is not enough for a whole block.  0:
 * full. */
static uint64_t
region_take (struct store_region *r, uint64_t least)
{
    uint64_t bytes = region_block (r, least);
    if (!region_need (r, r->next + bytes)) {
        bytes = least;
        if (!region_need (r, r->next + bytes))
            return 0;
    }
    r->next += bytes;
    assert (r->next <= r->ready && r->next % r->unit == 0);
    return bytes;
}

bool
strip_room (struct strip *s, struct store_region *r, uint64_t units)
{
    assert (units > 0 && s->top <= s->end);
    if (s->end - s->top >= units)
        return true;
    pthread_mutex_lock (&r->lock);
    uint64_t start = r->next / r->unit;
    bool goes_on = s->end == start;
    uint64_t lacking = goes_on ? units - (s->end - s->top) : units;
    bool there = region_take (r, lacking * r->unit);
    if (there) {
        s->top = goes_on ? s->top : start;
        s->end = r->next / r->unit;
    }
    pthread_mutex_unlock (&r->lock);
    return there;
}

uint64_t
region_ids (const struct store_region *r)
{
    return r->next / r->unit;
}

uint64_t
region_block_units (const struct store_region *r)
{
    return most_block / r->unit + many;
}

/* Starting where a huge page does. */
static void *
pages_map (uint64_t size)
{
    uint64_t more = size >= huge ? huge : 0;
    uint8_t *p = mmap (NULL, size + more, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (!more)
        return p;
    assert (size % page == 0);
    uint64_t head = round_up ((uintptr_t) p, huge) - (uintptr_t) p;
    if (head)
        munmap (p, head);
    if (more - head)
        munmap (p + head + size, more - head);
    madvise (p + head, size, MADV_HUGEPAGE);
    return p + head;
}

void *
pages_new (struct budget *b, uint64_t bytes)
{
    uint64_t size = round_up (bytes, page);
    if (!budget_take (b, size))
        return NULL;
    void *p = pages_map (size);
    if (!p)
        budget_give (b, size);
    return p;
}

void
pages_free (struct budget *b, void *p, uint64_t bytes)
{
    if (!p)
        return;
    uint64_t size = round_up (bytes, page);
    munmap (p, size);
    if (b)
        budget_give (b, size);
}

void
pages_shrink (struct budget *b, void *p, uint64_t bytes, uint64_t to)
{
    uint64_t size = round_up (bytes, page), left = round_up (to, page);
    assert (p && to && left <= size);
    if (left == size)
        return;
    munmap ((uint8_t *) p + left, size - left);
    budget_give (b, size - left);
}

void
pages_drop (void *pages, uint64_t offset, uint64_t bytes)
{
    assert (offset % PAGES_PIECE == 0 && bytes <= PAGES_PIECE);
    if (bytes == PAGES_PIECE)
        madvise ((uint8_t *) pages + offset, bytes, MADV_DONTNEED);
}
