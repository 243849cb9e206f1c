/* toy_generator.h -- small graphs of numbers, for tests of searches: states are
 * numbers of 8 bytes, high byte first, so that their order is that of bytes. */
#ifndef TOY_GENERATOR_H
#define TOY_GENERATOR_H

#include <string.h>

#include "base/memory.h"
#include "machine/generator.h"

/* The n-th edge of a state; the root is state UINT64_MAX.  Fills target (none:
 * UINT64_MAX), marks and fault. */
struct toy_edge {
    uint64_t target;
    uint32_t marks, fault;
};
typedef enum next toy_edges (uint64_t state, uint32_t n, struct toy_edge *);

#define TOY_ROOT UINT64_MAX
#define TOY_NOTHING UINT64_MAX

struct toy {
    generator base;
    toy_edges *edges;
    uint64_t state;
    uint32_t at;
    uint8_t target[8];
};

static inline uint64_t
toy_number (struct bytes b)
{
    uint64_t n = 0;
    for (size_t i = 0; i < b.size; i++)
        n = n << 8 | b.data[i];
    return b.size ? n : TOY_ROOT;
}

static inline void
toy_bytes (uint64_t n, uint8_t bytes[8])
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t) (n >> (56 - 8 * i));
}

static struct digest
toy_identity (const generator *g)
{
    (void) g;
    return digest_string ("toy");
}

static generator *toy_new (toy_edges *);

static generator *
toy_clone (const generator *g)
{
    return toy_new (((const struct toy *) g)->edges);
}

static void
toy_free (generator *g)
{
    memory_free (g);
}

static void
toy_enter (generator *g, struct bytes state)
{
    struct toy *t = (struct toy *) g;
    t->state = toy_number (state);
    t->at = 0;
}

static enum next
toy_next (generator *g, struct edge *e)
{
    struct toy *t = (struct toy *) g;
    struct toy_edge found = {.target = TOY_NOTHING};
    enum next next = t->edges (t->state, t->at, &found);
    *e = (struct edge) {.choice = t->at++,
                        .steps = 1,
                        .marks = found.marks,
                        .fault = found.fault};
    toy_bytes (found.target, t->target);
    if (found.target != TOY_NOTHING)
        e->target = (struct bytes) {t->target, 8};
    if (next == NEXT_FAILED)
        problem_of_kind (&g->problem, PROBLEM_UNSUPPORTED, (struct place) {0},
                         "state %llu", (unsigned long long) t->state);
    return next;
}

static size_t
toy_parts (const generator *g, uint32_t ends[], size_t most)
{
    (void) g;
    (void) most;
    ends[0] = 8;
    return 1;
}

static const struct generator_class toy_class = {.name = "toy",
                                                 .identity = toy_identity,
                                                 .clone = toy_clone,
                                                 .free = toy_free,
                                                 .enter = toy_enter,
                                                 .next = toy_next,
                                                 .parts = toy_parts};

static generator *
toy_new (toy_edges *edges)
{
    struct toy *t = NEW (struct toy);
    t->base.class = &toy_class;
    t->edges = edges;
    return &t->base;
}

#endif
