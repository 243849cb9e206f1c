/* fingerprints.c -- see fingerprints.h. */
#include "store/fingerprints.h"

#include <assert.h>
#include <sched.h>

enum {
    FIRST = 1024,
    LARGE = 1 << 22,
    PIECE = PAGES_PIECE / sizeof (struct print_slot)
};

static uint64_t
fingerprints_limit (uint64_t slots)
{
    return slots / 5 * 4;
}

static bool
fingerprints_room (struct fingerprints *p, uint64_t slots)
{
    p->slots = slots;
    p->quota.limit = fingerprints_limit (slots);
    p->slot = pages_new (p->budget, slots * sizeof *p->slot);
    p->id = p->slot ? pages_new (p->budget, slots * sizeof *p->id) : NULL;
    if (p->id)
        return true;
    pages_free (p->budget, p->slot, slots * sizeof *p->slot);
    p->slot = NULL;
    return false;
}

bool
fingerprints_init (struct fingerprints *p, struct budget *budget,
                   struct gate *gate, uint64_t hash_mask)
{
    *p = (struct fingerprints) {
        .budget = budget, .gate = gate, .hash_mask = hash_mask};
    return fingerprints_room (p, FIRST);
}

void
fingerprints_clear (struct fingerprints *p)
{
    pages_free (p->budget, p->slot, p->slots * sizeof *p->slot);
    pages_free (p->budget, p->id, p->slots * sizeof *p->id);
    p->slot = NULL;
    p->id = NULL;
}

struct digest
print_of (struct bytes state)
{
    struct digest d = digest_of (state);
    d.low += !d.low;
    d.high += !d.high;
    return d;
}

static uint64_t
fingerprints_place (const struct fingerprints *p, uint64_t low)
{
    __extension__ typedef unsigned __int128 wide_product;
    return (uint64_t) ((wide_product) (low & p->hash_mask) * p->slots >> 64);
}

void
fingerprints_foresee (const struct fingerprints *p, struct digest d)
{
    __builtin_prefetch (&p->slot[fingerprints_place (p, d.low)]);
}

/* Acquire: pairs with the release in fingerprints_claim, so that whoever sees the
 * print sees its id and what stands there. */
static uint64_t
print_high (const struct print_slot *s)
{
    uint64_t high;
    for (unsigned turns = 0;
         !(high = atomic_load_explicit (&s->high, memory_order_acquire));
         turns++)
        if (turns > 100)
            sched_yield ();
    return high;
}

bool
fingerprints_seek (const struct fingerprints *p, struct digest d,
                   uint64_t *spot)
{
    assert (d.low && d.high);
    for (uint64_t i = fingerprints_place (p, d.low);;
         i = i + 1 < p->slots ? i + 1 : 0) {
        uint64_t low =
            atomic_load_explicit (&p->slot[i].low, memory_order_relaxed);
        *spot = i;
        if (!low)
            return false;
        if (low == d.low && print_high (&p->slot[i]) == d.high)
            return true;
    }
}

bool
fingerprints_claim (struct fingerprints *p, uint64_t spot, struct digest d,
                    uint32_t id)
{
    uint64_t none = 0;
    assert (id && spot < p->slots);
    if (!atomic_compare_exchange_strong_explicit (&p->slot[spot].low, &none,
                                                  d.low, memory_order_relaxed,
                                                  memory_order_relaxed))
        return false;
    p->id[spot] = id;
    atomic_store_explicit (&p->slot[spot].high, d.high, memory_order_release);
    return true;
}

struct fingerprints_growth {
    const struct fingerprints *from;
    struct fingerprints *to;
};

static void
print_move (struct fingerprints *to, struct digest d, uint32_t id)
{
    uint64_t spot = fingerprints_place (to, d.low);
    assert (d.low && d.high);
    while (!fingerprints_claim (to, spot, d, id))
        spot = spot + 1 < to->slots ? spot + 1 : 0;
}

static void
growth_run (void *context, size_t piece)
{
    const struct fingerprints_growth *g = context;
    const struct fingerprints *from = g->from;
    assert (piece * PIECE < from->slots);
    uint64_t first = piece * PIECE, n = from->slots - first;
    n = n < PIECE ? n : PIECE;
    for (uint64_t i = first; i < first + n; i++) {
        struct digest d;
        d.low = atomic_load_explicit (&from->slot[i].low, memory_order_relaxed);
        d.high =
            atomic_load_explicit (&from->slot[i].high, memory_order_relaxed);
        if (d.low)
            print_move (g->to, d, from->id[i]);
    }
    pages_drop (from->slot, first * sizeof *from->slot, n * sizeof *from->slot);
}

static bool
fingerprints_enlarge (struct fingerprints *p)
{
    struct fingerprints next = {
        .budget = p->budget, .gate = p->gate, .hash_mask = p->hash_mask};
    uint64_t wanted = p->slots < LARGE ? 2 * p->slots : p->slots / 4 * 5;
    if (!fingerprints_room (&next, wanted)
        && !fingerprints_room (&next, p->slots / 16 * 17)) {
        p->stuck = true;
        return false;
    }
    assert (next.slots > p->slots);
    struct fingerprints_growth growth = {p, &next};
    gate_share (p->gate, (struct gate_job) {growth_run, &growth,
                                            (p->slots + PIECE - 1) / PIECE});
    fingerprints_clear (p);
    p->slot = next.slot;
    p->id = next.id;
    p->slots = next.slots;
    p->quota.limit = next.quota.limit;
    return true;
}

bool
fingerprints_grow (struct fingerprints *p, unsigned thread)
{
    uint64_t before = p->slots;
    assert (thread < p->gate->threads);
    if (p->stuck)
        return false;
    if (!gate_close (p->gate, thread))
        return true;
    bool grown = p->slots != before || (!p->stuck && fingerprints_enlarge (p));
    gate_open (p->gate, thread);
    return grown;
}

bool
fingerprints_sound (const struct fingerprints *p, uint64_t *full)
{
    *full = 0;
    for (uint64_t i = 0; i < p->slots; i++) {
        struct digest d = {atomic_load (&p->slot[i].low),
                           atomic_load (&p->slot[i].high)};
        uint64_t spot;
        if (!d.low)
            continue;
        ++*full;
        if (!d.high || !p->id[i] || !fingerprints_seek (p, d, &spot)
            || spot != i)
            return false;
    }
    return *full <= p->quota.limit;
}
