/* runs.c -- sorted runs of mini-states in a file; see mini_states.h.
 *
 * A page holds so many minis as fit; hashes do not fall from page to page, so
 * the fences say which page a hash is on, or the first of several. */
#include "store/mini_states.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/scratch.h"

enum {
    PAGE = 4096,
    PER_PAGE = PAGE / sizeof (struct mini),
    BULK = 64, /* pages that are written together */
    PROBES = 5
};

struct page {
    struct mini mini[PER_PAGE];
    uint8_t unused[PAGE - PER_PAGE * sizeof (struct mini)];
};

_Static_assert (sizeof (struct page) == PAGE, "a page is a page");

static uint64_t
run_pages (uint64_t count)
{
    return (count + PER_PAGE - 1) / PER_PAGE;
}

static void
run_forget (struct mini_states *m, struct mini_run *r)
{
    if (r->filter)
        pages_free (m->budget, r->filter, r->filter_bytes);
    r->filter = NULL;
}

void
mini_states_run_clear (struct mini_states *m, struct mini_run *r)
{
    run_forget (m, r);
    if (r->fence)
        budget_give (m->budget, run_pages (r->count) * sizeof *r->fence);
    memory_free (r->fence);
    r->fence = NULL;
}

/* ---- filters: a byte for each mini */

static uint64_t
filter_bit (const struct mini_run *r, uint64_t hash, unsigned probe)
{
    __extension__ typedef unsigned __int128 wide_product;
    uint64_t x = hash * UINT64_C (0x9e3779b97f4a7c15) + probe;
    x ^= x >> 32;
    x *= UINT64_C (0xd6e8feb86659fd93);
    x ^= x >> 32;
    return (uint64_t) ((wide_product) (x * UINT64_C (0xd6e8feb86659fd93))
                           * (r->filter_bytes * 8)
                       >> 64);
}

/* An empty one, if there is memory. */
static void
run_filter (struct mini_states *m, struct mini_run *r)
{
    assert (!r->filter && r->count);
    r->filter_bytes = r->count;
    r->filter = pages_new (m->budget, r->filter_bytes);
}

static void
filter_add (struct mini_run *r, uint64_t hash)
{
    for (unsigned i = 0; i < PROBES && r->filter; i++) {
        uint64_t bit = filter_bit (r, hash, i);
        r->filter[bit / 8] |= (uint8_t) (1 << bit % 8);
    }
}

static bool
filter_has (const struct mini_run *r, uint64_t hash)
{
    for (unsigned i = 0; i < PROBES && r->filter; i++) {
        uint64_t bit = filter_bit (r, hash, i);
        if (!(r->filter[bit / 8] >> bit % 8 & 1))
            return false;
    }
    return true;
}

/* ---- seeking */

/* The first page that may hold the hash. */
static uint64_t
run_page (const struct mini_run *r, uint64_t hash)
{
    uint64_t low = 0, high = run_pages (r->count);
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (r->fence[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

static enum seek
page_seek (const struct page *p, uint64_t count, uint64_t hash,
           mini_states_equal *equal, void *context, uint64_t *position,
           bool *beyond)
{
    bool failed = false;
    for (uint64_t i = 0; i < count && !*beyond; i++) {
        uint64_t here = mini_hash (p->mini[i]);
        *beyond = here > hash;
        if (here != hash)
            continue;
        *position = mini_position (p->mini[i]);
        if (equal (context, *position, &failed))
            return SEEK_FOUND;
        if (failed)
            return SEEK_FAILED;
    }
    return SEEK_NONE;
}

enum seek
run_seek (const struct mini_states *m, const struct mini_run *r, uint64_t hash,
          mini_states_equal *equal, void *context, uint64_t *position)
{
    struct page page;
    bool beyond = !filter_has (r, hash);
    enum seek seek = SEEK_NONE;
    for (uint64_t i = beyond ? 0 : run_page (r, hash);
         !beyond && seek == SEEK_NONE && i < run_pages (r->count); i++) {
        uint64_t left = r->count - i * PER_PAGE;
        if (!scratch_read (m->file, &page, PAGE, r->offset + i * PAGE))
            return SEEK_FAILED;
        seek = page_seek (&page, left < PER_PAGE ? left : PER_PAGE, hash, equal,
                          context, position, &beyond);
    }
    return seek;
}

/* ---- writing */

struct runs_writer {
    struct mini_states *mini_states;
    struct mini_run *run;
    struct page *page;    /* BULK of them */
    uint64_t done, count; /* pages written; minis taken */
    bool failed;
};

static void
writer_flush (struct runs_writer *w)
{
    uint64_t pages = run_pages (w->count) - w->done;
    w->failed |= !scratch_write (w->mini_states->file, w->page, pages * PAGE,
                                 w->run->offset + w->done * PAGE);
    w->done += pages;
}

static void
writer_put (struct runs_writer *w, struct mini mini)
{
    uint64_t hash = mini_hash (mini), page = w->count / PER_PAGE;
    if (w->count % PER_PAGE == 0) {
        if (page - w->done == BULK)
            writer_flush (w);
        w->run->fence[page] = hash;
    }
    w->page[page - w->done].mini[w->count++ % PER_PAGE] = mini;
    filter_add (w->run, hash);
}

/* Space for a run of so many, which has no filter yet. */
static bool
writer_init (struct runs_writer *w, struct mini_states *m, struct mini_run *r,
             uint64_t count)
{
    uint64_t bytes = run_pages (count) * PAGE;
    *r = (struct mini_run) {.count = count};
    pthread_mutex_lock (&m->growing);
    r->offset = m->next;
    bool there = scratch_reserve (m->file, r->offset, bytes);
    m->next += there ? bytes : 0;
    pthread_mutex_unlock (&m->growing);
    if (!there)
        return false;
    r->fence = NEW_ARRAY (uint64_t, run_pages (count));
    budget_force (m->budget, run_pages (count) * sizeof *r->fence);
    *w = (struct runs_writer) {.mini_states = m, .run = r};
    w->page = NEW_ARRAY (struct page, BULK);
    return true;
}

/* False: the run is nothing. */
static bool
writer_finish (struct runs_writer *w)
{
    writer_flush (w);
    memory_free (w->page);
    assert (w->count == w->run->count);
    if (!w->failed)
        return true;
    scratch_drop (w->mini_states->file, w->run->offset,
                  run_pages (w->count) * PAGE);
    mini_states_run_clear (w->mini_states, w->run);
    return false;
}

/* ---- merging */

struct merged {
    const struct mini_run *run;
    struct page page;
    uint64_t at;
    bool failed;
};

static struct mini
merged_next (const struct mini_states *m, struct merged *s)
{
    if (s->at % PER_PAGE == 0)
        s->failed |= !scratch_read (m->file, &s->page, PAGE,
                                    s->run->offset + s->at / PER_PAGE * PAGE);
    return s->page.mini[s->at % PER_PAGE];
}

static bool
runs_join (struct mini_states *m, struct runs_writer *w,
           const struct mini_run *a, const struct mini_run *b)
{
    struct merged from[2] = {{.run = a}, {.run = b}};
    struct mini next[2] = {merged_next (m, &from[0]),
                           merged_next (m, &from[1])};
    for (uint64_t n = a->count + b->count; n--;) {
        int i = from[0].at == a->count ? 1
                : from[1].at == b->count
                    ? 0
                    : mini_hash (next[1]) < mini_hash (next[0]);
        writer_put (w, next[i]);
        if (++from[i].at < from[i].run->count)
            next[i] = merged_next (m, &from[i]);
    }
    return !from[0].failed && !from[1].failed;
}

/* The last two become one; filters go first, so that the new one has room.
 * False: they stay, without filters. */
static bool
runs_merge (struct mini_states *m, struct mini_states_shard *s)
{
    struct mini_run *a = &s->run[s->runs - 2], *b = a + 1, both;
    struct runs_writer w;
    assert (s->runs >= 2);
    run_forget (m, a);
    run_forget (m, b);
    if (!writer_init (&w, m, &both, a->count + b->count))
        return false;
    run_filter (m, &both);
    w.failed |= !runs_join (m, &w, a, b);
    if (!writer_finish (&w))
        return false;
    scratch_drop (m->file, a->offset, run_pages (a->count) * PAGE);
    scratch_drop (m->file, b->offset, run_pages (b->count) * PAGE);
    mini_states_run_clear (m, a);
    mini_states_run_clear (m, b);
    *a = both;
    s->runs--;
    return true;
}

static int
mini_order (const void *a, const void *b)
{
    const struct mini *x = a, *y = b;
    uint64_t h = mini_hash (*x), k = mini_hash (*y);
    return h < k ? -1 : h > k;
}

/* A sorted copy of what is in the table.  It is gone again before anything else
 * asks for memory, and is a small part of all tables: it does not count. */
static struct mini *
shard_sorted (const struct mini_states_shard *s)
{
    struct mini *sorted = NEW_ARRAY (struct mini, s->count + 1);
    uint64_t n = 0;
    for (uint64_t i = 0; i < s->slots; i++)
        if (mini_position (s->slot[i]))
            sorted[n++] = s->slot[i];
    assert (n == s->count);
    qsort (sorted, n, sizeof *sorted, mini_order);
    return sorted;
}

/* An empty table; half of its memory goes to filters. */
static void
shard_restart (struct mini_states *m, struct mini_states_shard *s)
{
    uint64_t half = s->slots / 2 > PER_PAGE ? s->slots / 2 : s->slots;
    pages_shrink (m->budget, s->slot, s->slots * sizeof *s->slot,
                  half * sizeof *s->slot);
    s->slots = half;
    s->count = 0;
    memset (s->slot, 0, half * sizeof *s->slot);
}

bool
shard_spill (struct mini_states *m, struct mini_states_shard *s)
{
    struct mini_run *r = &s->run[s->runs];
    struct runs_writer w;
    uint64_t count = s->count;
    if (s->runs == MINIS_RUNS || !count || !writer_init (&w, m, r, count))
        return false;
    struct mini *sorted = shard_sorted (s);
    for (uint64_t i = 0; i < count; i++)
        writer_put (&w, sorted[i]);
    if (!writer_finish (&w)) {
        memory_free (sorted);
        return false;
    }
    s->runs++;
    shard_restart (m, s);
    run_filter (m, r);
    for (uint64_t i = 0; i < count; i++)
        filter_add (r, mini_hash (sorted[i]));
    memory_free (sorted);
    while (s->runs > 1
           && s->run[s->runs - 2].count <= 2 * s->run[s->runs - 1].count
           && runs_merge (m, s))
        continue;
    return true;
}
