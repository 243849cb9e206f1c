/* index.c -- see index.h. */
#include "store/index.h"

#include <assert.h>

enum { LINE = 64, FIRST_LINES = 64, PIECE = PAGES_PIECE / LINE, AHEAD = 16 };

static unsigned
index_per (const struct index *ix)
{
    return ix->wide ? INDEX_WIDE : INDEX_NARROW;
}

/* Seven eighths full, a line overflows seldom. */
static uint64_t
index_limit (const struct index *ix, uint64_t lines)
{
    return lines * index_per (ix) / 8 * 7;
}

/* Of all ids that there can be before the index grows again. */
static unsigned
index_id_bits (const struct index *ix, uint64_t limit)
{
    if (ix->wide)
        return INDEX_WIDE_ID;
    uint64_t most = region_ids (ix->region) + limit
                    + ix->gate->threads * region_block_units (ix->region);
    unsigned bits = 64 - (unsigned) __builtin_clzll (most);
    assert (most && bits <= 64);
    return bits < 32 ? bits : 32;
}

bool
index_init (struct index *ix)
{
    assert (ix->region && ix->budget && ix->gate && ix->hash);
    ix->lines = FIRST_LINES;
    ix->quota.limit = index_limit (ix, ix->lines);
    ix->id_bits = index_id_bits (ix, ix->quota.limit);
    ix->slots = pages_new (ix->budget, ix->lines * LINE);
    return ix->slots;
}

void
index_clear (struct index *ix)
{
    pages_free (ix->budget, ix->slots, ix->lines * LINE);
    ix->slots = NULL;
}

struct index_growth {
    const struct index *from;
    struct index *to;
};

static bool
never_equal (const void *context, uint64_t id)
{
    (void) context;
    (void) id;
    return false;
}

static void
index_move (struct index *to, const uint64_t ids[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t hash = to->hash (to->owner, ids[i]), spot;
        do
            index_seek (to, to->wide, hash, never_equal, NULL, &spot);
        while (!index_claim (to, to->wide, spot, hash, ids[i]));
    }
}

/* Lines go by rising hash in both, so only records are read here and there; and
 * the old index goes while the new one comes, so that both together never take
 * much more than the larger. */
static void
growth_run (void *context, size_t piece)
{
    const struct index_growth *g = context;
    const struct index *from = g->from;
    assert (piece * PIECE < from->lines);
    uint64_t per = index_per (from), mask = (UINT64_C (1) << from->id_bits) - 1;
    uint64_t first = piece * PIECE, lines = from->lines - first;
    uint64_t ids[AHEAD];
    size_t n = 0;
    lines = lines < PIECE ? lines : PIECE;
    for (uint64_t at = first * per; at < (first + lines) * per; at++) {
        uint64_t slot = index_slot (from, from->wide, at);
        if (!slot)
            continue;
        ids[n++] = slot & mask;
        __builtin_prefetch (region_at (from->region, slot & mask));
        if (n == AHEAD) {
            index_move (g->to, ids, n);
            n = 0;
        }
    }
    index_move (g->to, ids, n);
    pages_drop (from->slots, first * LINE, lines * LINE);
}

/* A large index grows in small steps: its empty slots cost more than growing
 * does.  In whole pages. */
static uint64_t
index_wanted (const struct index *ix)
{
    return ix->lines < (1 << 18)
               ? 2 * ix->lines
               : ix->lines + ix->lines / 4 / FIRST_LINES * FIRST_LINES;
}

static uint64_t
index_least (const struct index *ix)
{
    return ix->lines + (ix->lines / 8 / FIRST_LINES + 1) * FIRST_LINES;
}

/* With no slots yet; the quota stays where it is. */
static struct index
index_like (const struct index *ix)
{
    return (struct index) {.wide = ix->wide,
                           .region = ix->region,
                           .budget = ix->budget,
                           .gate = ix->gate,
                           .hash = ix->hash,
                           .owner = ix->owner};
}

/* The old index is not counted: see growth_run. */
static bool
index_room (struct index *next, const struct index *ix)
{
    budget_give (ix->budget, ix->lines * LINE);
    next->lines = index_wanted (ix);
    next->slots = pages_new (ix->budget, next->lines * LINE);
    if (!next->slots) {
        next->lines = index_least (ix);
        next->slots = pages_new (ix->budget, next->lines * LINE);
    }
    if (next->slots)
        return true;
    bool back = budget_take (ix->budget, ix->lines * LINE);
    assert (back);
    return !back;
}

static bool
index_enlarge (struct index *ix)
{
    struct index next = index_like (ix);
    ix->stuck = !index_room (&next, ix);
    if (ix->stuck)
        return false;
    next.quota.limit = index_limit (&next, next.lines);
    next.id_bits = index_id_bits (&next, next.quota.limit);
    assert (next.lines > ix->lines && next.quota.limit > ix->quota.limit);
    struct index_growth growth = {ix, &next};
    gate_share (ix->gate, (struct gate_job) {growth_run, &growth,
                                             (ix->lines + PIECE - 1) / PIECE});
    pages_free (NULL, ix->slots, ix->lines * LINE);
    ix->slots = next.slots;
    ix->lines = next.lines;
    ix->quota.limit = next.quota.limit;
    ix->id_bits = next.id_bits;
    return true;
}

bool
index_grow (struct index *ix, unsigned thread)
{
    uint64_t before = ix->lines;
    assert (thread < ix->gate->threads);
    if (ix->stuck)
        return false;
    if (!gate_close (ix->gate, thread))
        return true;
    bool grown = ix->lines != before || (!ix->stuck && index_enlarge (ix));
    gate_open (ix->gate, thread);
    return grown;
}

static bool
id_is (const void *context, uint64_t id)
{
    return *(const uint64_t *) context == id;
}

bool
index_sound (const struct index *ix, uint64_t *full)
{
    uint64_t mask = (UINT64_C (1) << ix->id_bits) - 1, spot;
    *full = 0;
    for (uint64_t at = 0; at < ix->lines * index_per (ix); at++) {
        uint64_t id = index_slot (ix, ix->wide, at) & mask;
        if (!id)
            continue;
        ++*full;
        if (!index_seek (ix, ix->wide, ix->hash (ix->owner, id), id_is, &id,
                         &spot))
            return false;
    }
    return *full <= ix->quota.limit;
}
