/* choose.c -- see choose.h. */
#include "explore/members/choose.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"
#include "explore/members/owner.h"

enum {
    FINE = 16,       /* least partitions of a member: few cannot be made even */
    EXPANDED = 1500, /* states of the sample whose edges are looked at */
    POOL = 512,      /* states among which the next one is drawn */
    WALK = 250,      /* states of a walk from there */
    SEND_PERCENT =
        150, /* what an edge to another member costs, of one to oneself */
    WAYS = 3 + PARTIAL_THREADS_MOST
};

struct owner_way {
    enum option_partition partition;
    unsigned some;
    struct owners owners; /* of one member: tells partitions */
    uint32_t weight[MEMBERS_PARTITIONS];
    uint64_t leaving; /* edges between partitions */
};

struct owner_sample {
    generator *machine;
    struct owner_way *way;
    size_t ways;
    struct map seen;
    struct buffer pool[POOL];
    size_t pooled;
    uint64_t random, edges, states;
};

static uint64_t
draw (struct owner_sample *s, uint64_t below)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (s->random >> 33) % below;
}

/* ---- the sample */

static void
state_take (struct owner_sample *s, struct bytes state, struct digest d)
{
    for (size_t i = 0; i < s->ways; i++)
        s->way[i].weight[owners_partition (&s->way[i].owners, state, d)]++;
    s->states++;
    size_t at = s->pooled < POOL ? s->pooled++ : draw (s, POOL);
    buffer_reset (&s->pool[at]);
    buffer_put (&s->pool[at], state.data, state.size);
}

static void
edge_take (struct owner_sample *s, struct bytes from, struct bytes to)
{
    struct digest d = digest_of (to);
    for (size_t i = 0; from.size && i < s->ways; i++) {
        const struct owners *o = &s->way[i].owners;
        s->way[i].leaving += owners_partition (o, from, digest_of (from))
                             != owners_partition (o, to, d);
    }
    s->edges += from.size > 0;
    if (map_put (&s->seen, d, 1))
        state_take (s, to, d);
}

/* `next`: one of its successors, or none if there are none. */
static bool
expand (struct owner_sample *s, struct bytes state, struct buffer *next)
{
    struct edge e;
    enum next got;
    uint64_t edges = 0;
    buffer_reset (next);
    generator_enter (s->machine, state);
    while ((got = generator_next (s->machine, &e)) == NEXT_EDGE) {
        if (!e.target.size || e.marks & EDGE_FAULT)
            continue;
        edge_take (s, state, e.target);
        if (draw (s, ++edges))
            continue;
        buffer_reset (next);
        buffer_put (next, e.target.data, e.target.size);
    }
    return got == NEXT_END;
}

/* States near the root first, then some that are far from it: how far globals or
 * counters get is seen in these only. */
static void
sample_draw (struct owner_sample *s)
{
    struct buffer state, next;
    buffer_init (&state);
    buffer_init (&next);
    bool good = expand (s, buffer_view (&state), &next);
    for (size_t i = 0; good && i < EXPANDED && s->pooled; i++) {
        bool near = i < EXPANDED / 2 || i % WALK == 0 || !next.size;
        const struct buffer *from =
            near ? &s->pool[draw (s, s->pooled)] : &next;
        buffer_reset (&state);
        buffer_put (&state, from->data, from->size);
        good = expand (s, buffer_view (&state), &next);
    }
    buffer_clear (&state);
    buffer_clear (&next);
}

/* ---- what a way would cost */

static int
weight_order (const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
    return (x < y) - (x > y);
}

/* The share of the largest of so many members, if the heaviest partitions are
 * dealt out first, each to whoever has least. */
static uint64_t
largest_share (struct owner_way *w, unsigned members)
{
    uint64_t *share = NEW_ARRAY (uint64_t, members), largest = 0;
    qsort (w->weight, MEMBERS_PARTITIONS, sizeof *w->weight, weight_order);
    for (size_t p = 0; p < MEMBERS_PARTITIONS && w->weight[p]; p++) {
        unsigned least = 0;
        for (unsigned i = 1; i < members; i++)
            if (share[i] < share[least])
                least = i;
        share[least] += w->weight[p];
    }
    for (unsigned i = 0; i < members; i++)
        largest = share[i] > largest ? share[i] : largest;
    memory_free (share);
    return largest;
}

static double
way_cost (struct owner_way *w, const struct owner_sample *s, unsigned members)
{
    double each =
        100.0 * (double) s->edges
        + SEND_PERCENT * (double) w->leaving * (members - 1) / members;
    return each * (double) largest_share (w, members);
}

static bool
way_is_fine (const struct owner_way *w, unsigned members)
{
    size_t used = 0;
    for (size_t p = 0; p < MEMBERS_PARTITIONS; p++)
        used += w->weight[p] > 0;
    return w->partition == PARTITION_HASH || used >= FINE * (size_t) members;
}

/* ---- the choice */

static void
way_add (struct owner_sample *s, enum option_partition partition, unsigned some)
{
    struct owner_way *w = &s->way[s->ways++];
    unsigned one = 1;
    w->partition = partition;
    w->some = some;
    owners_init (&w->owners, &one, 1);
    owners_use (&w->owners, partition, some, s->machine);
}

void
owners_choose (const generator *g, unsigned members,
               enum option_partition *partition, unsigned *some)
{
    assert (
        members
        && (*partition == PARTITION_AUTO || *partition == PARTITION_THREADS));
    *some = 1;
    if (!g->class->partial || members < 2) {
        *partition = g->class->partial ? *partition : PARTITION_HASH;
        *partition = *partition == PARTITION_AUTO ? PARTITION_HASH : *partition;
        return;
    }
    struct owner_sample s = {.machine = g->class->clone (g),
                             .way = NEW_ARRAY (struct owner_way, WAYS),
                             .random = 1};
    map_init (&s.seen);
    for (size_t i = 0; i < POOL; i++)
        buffer_init (&s.pool[i]);
    if (*partition == PARTITION_AUTO) {
        way_add (&s, PARTITION_HASH, 0);
        way_add (&s, PARTITION_HEAP, 0);
        way_add (&s, PARTITION_STACKS, 0);
    }
    for (unsigned i = 1; i <= PARTIAL_THREADS_MOST; i++)
        way_add (&s, PARTITION_THREADS, i);
    sample_draw (&s);
    double least = 0;
    bool fine = false;
    for (size_t i = 0; i < s.ways; i++) {
        bool is_fine = way_is_fine (&s.way[i], members);
        double cost = way_cost (&s.way[i], &s, members);
        if (!i || is_fine > fine || (is_fine == fine && cost < least)) {
            fine = is_fine;
            least = cost;
            *partition = s.way[i].partition;
            *some = s.way[i].some;
        }
        owners_clear (&s.way[i].owners);
    }
    for (size_t i = 0; i < POOL; i++)
        buffer_clear (&s.pool[i]);
    map_clear (&s.seen);
    memory_free (s.way);
    s.machine->class->free (s.machine);
}
