/* loops.c -- loops found by peeling headers off strong components.
 *
 * Irreducible loops: of the blocks by which a component S is entered, the first
 * is its header h.  S without h is copied, and what enters S elsewhere than at
 * h now enters the copy, from which h is reached as before.  Then S has the one
 * header h, and what is left to do (S without h, and its copy) is smaller. */
#include "program/loops.h"

#include <string.h>

/* Loops that are copied in one procedure: every copy may make two more. */
enum { SPLITS_MOST = 50 };

/* Components of the blocks in `inside` (null: all) without `without`. */
static void
region_components (const struct procedure *q, const bool *inside,
                   uint32_t without, struct components *c)
{
    struct graph g = {.nodes = (uint32_t) q->block.size};
    for (uint32_t i = 0; i < q->block.size; i++) {
        const struct block *b = &q->block.at[i];
        for (size_t j = 0; j < b->target.size; j++) {
            uint32_t to = b->target.at[j];
            if (i != without && to != without
                && (!inside || (inside[i] && inside[to])))
                graph_edge (&g, i, to);
        }
    }
    components_find (c, &g);
    graph_clear (&g);
}

/* The first block, by number, that lies on a cycle of the region. */
static uint32_t
region_cycle (const struct procedure *q, const struct components *c)
{
    for (uint32_t i = 0; i < q->block.size; i++)
        if (c->cyclic[c->of[i]])
            return i;
    return PROGRAM_NONE;
}

static void
component_take (const struct procedure *q, const struct components *c,
                uint32_t component, struct loop *l)
{
    l->inside = NEW_ARRAY (bool, q->block.size);
    l->size = c->first[component + 1] - c->first[component];
    for (uint32_t i = c->first[component]; i < c->first[component + 1]; i++)
        l->inside[c->order[i]] = true;
}

/* Which blocks of a set are entered from outside of it. */
static bool *
set_entries (const struct procedure *q, const bool *inside)
{
    bool *entered = NEW_ARRAY (bool, q->block.size);
    for (size_t i = 0; i < q->block.size; i++)
        for (size_t j = 0; !inside[i] && j < q->block.at[i].target.size; j++)
            entered[q->block.at[i].target.at[j]] = true;
    for (size_t i = 0; i < q->block.size; i++)
        entered[i] &= inside[i];
    return entered;
}

/* The header of a loop; `*entries` counts the blocks that could be. */
static uint32_t
loop_header (const struct procedure *q, const bool *inside, uint32_t *entries)
{
    bool *entered = set_entries (q, inside);
    uint32_t header = PROGRAM_NONE;
    *entries = 0;
    for (uint32_t i = (uint32_t) q->block.size; i-- > 0;)
        if (entered[i]) {
            header = i;
            ++*entries;
        }
    memory_free (entered);
    return header;
}

bool
loops_innermost (const struct procedure *q, struct loop *loop)
{
    *loop = (struct loop) {.header = PROGRAM_NONE};
    for (;;) {
        struct components c;
        region_components (q, loop->inside, loop->header, &c);
        uint32_t at = region_cycle (q, &c);
        if (at != PROGRAM_NONE) {
            memory_free (loop->inside);
            component_take (q, &c, c.of[at], loop);
            uint32_t entries;
            loop->header = loop_header (q, loop->inside, &entries);
            assert (entries == 1);
        }
        components_clear (&c);
        if (at == PROGRAM_NONE)
            return loop->header != PROGRAM_NONE;
    }
}

/* Copies a loop but its header; who entered it elsewhere enters the copy. */
static void
loop_copy (struct program *p, struct procedure *q, struct labels *labels,
           const struct loop *l)
{
    uint32_t blocks = (uint32_t) q->block.size;
    uint32_t *copy = NEW_ARRAY (uint32_t, blocks);
    for (uint32_t i = 0; i < blocks; i++) {
        copy[i] = i;
        if (!l->inside[i] || i == l->header)
            continue;
        struct block b = q->block.at[i];
        copy[i] = procedure_block (q, labels_new (labels, p, b.label), b.origin,
                                   b.place);
        block_copy_into (p, &q->block.at[copy[i]], &q->block.at[i], NULL);
    }
    for (uint32_t i = 0; i < q->block.size; i++) {
        if (i < blocks && l->inside[i])
            continue;
        struct block *b = &q->block.at[i];
        for (size_t j = 0; j < b->target.size; j++)
            b->target.at[j] = copy[b->target.at[j]];
    }
    memory_free (copy);
}

struct loop_vec VEC (struct loop);

/* The components of one region: those with one header are regions to look at
 * next.  True: one has several, it is in `*found`. */
static bool
region_look (const struct procedure *q, const struct loop *region,
             struct loop_vec *next, struct loop *found)
{
    struct components c;
    region_components (q, region->inside, region->header, &c);
    bool any = false;
    for (uint32_t i = 0; i < c.count && !any; i++) {
        if (!c.cyclic[i])
            continue;
        struct loop l;
        uint32_t entries;
        component_take (q, &c, i, &l);
        l.header = loop_header (q, l.inside, &entries);
        assert (entries);
        any = entries > 1;
        if (any)
            *found = l;
        else
            VEC_PUSH (*next, l);
    }
    components_clear (&c);
    return any;
}

static bool
loops_irreducible (const struct procedure *q, struct loop *found)
{
    struct loop_vec open = {0};
    VEC_PUSH (open, ((struct loop) {.header = PROGRAM_NONE}));
    bool any = false;
    while (open.size) {
        struct loop region = VEC_POP (open);
        if (!any)
            any = region_look (q, &region, &open, found);
        memory_free (region.inside);
    }
    VEC_CLEAR (open);
    return any;
}

bool
loops_reduce (struct program *p, struct procedure *q, struct labels *labels,
              size_t most, uint32_t *where)
{
    struct loop l;
    for (unsigned splits = 1; loops_irreducible (q, &l); splits++) {
        *where = l.header;
        bool fits = splits <= SPLITS_MOST && q->block.size + l.size <= most;
        if (fits)
            loop_copy (p, q, labels, &l);
        memory_free (l.inside);
        if (!fits)
            return false;
        procedure_clean (p, q);
    }
    return true;
}

/* Blocks on a path from block 0 to a return. */
static bool *
blocks_alive (const struct procedure *q)
{
    size_t blocks = q->block.size;
    bool *ahead = NEW_ARRAY (bool, blocks), *alive = NEW_ARRAY (bool, blocks);
    struct vec_target open = {0};
    ahead[0] = true;
    VEC_PUSH (open, 0);
    while (open.size) {
        const struct block *b = &q->block.at[VEC_POP (open)];
        for (size_t i = 0; i < b->target.size; i++)
            if (!ahead[b->target.at[i]]) {
                ahead[b->target.at[i]] = true;
                VEC_PUSH (open, b->target.at[i]);
            }
    }
    /* Backwards, by edges turned round. */
    struct vec_target *source = NEW_ARRAY (struct vec_target, blocks);
    for (uint32_t i = 0; i < blocks; i++) {
        const struct block *b = &q->block.at[i];
        for (size_t j = 0; ahead[i] && j < b->target.size; j++)
            VEC_PUSH (source[b->target.at[j]], i);
        alive[i] = ahead[i] && !b->target.size;
        if (alive[i])
            VEC_PUSH (open, i);
    }
    while (open.size) {
        const struct vec_target *from = &source[VEC_POP (open)];
        for (size_t i = 0; i < from->size; i++)
            if (!alive[from->at[i]]) {
                alive[from->at[i]] = true;
                VEC_PUSH (open, from->at[i]);
            }
    }
    for (size_t i = 0; i < blocks; i++)
        VEC_CLEAR (source[i]);
    memory_free (source);
    memory_free (ahead);
    VEC_CLEAR (open);
    return alive;
}

void
procedure_clean (struct program *p, struct procedure *q)
{
    if (!q->block.size)
        return;
    bool *alive = blocks_alive (q);
    if (!alive[0]) {
        struct block *b = &q->block.at[0];
        b->statement.size = b->target.size = 0;
        VEC_PUSH (b->statement,
                  statement_assume (term_false (p->terms), b->place));
        alive[0] = true;
    }
    procedure_keep (q, alive);
    memory_free (alive);
}
