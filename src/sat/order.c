/* order.c -- see order.h. */
#include "sat/order.h"

#include <assert.h>

#include "program/components.h"
#include "program/flow.h"

struct ordering {
    const struct procedure *procedure;
    struct flow flow;
    uint32_t
        *number; /* per block: 1 + its node in the graph at work; 0: none */
    struct block_order *order;
};

static void
order_push (struct ordering *o, uint32_t block)
{
    struct order_place place = {.block = block};
    o->order->place[o->order->places++] = place;
}

/* The component's blocks that are entered first, in the order of a walk. */
static uint32_t
head_of (const struct ordering *o, const uint32_t *block, uint32_t size)
{
    uint32_t head = block[0];
    for (uint32_t i = 1; i < size; i++)
        if (o->flow.place[block[i]] < o->flow.place[head])
            head = block[i];
    return head;
}

static void order_blocks (struct ordering *, const uint32_t *block,
                          uint32_t size);

static void
order_loop (struct ordering *o, uint32_t *block, uint32_t size)
{
    uint32_t head = head_of (o, block, size), kept = 0;
    uint32_t at = o->order->places;
    order_push (o, head);
    for (uint32_t i = 0; i < size; i++)
        if (block[i] != head)
            block[kept++] = block[i];
    order_blocks (o, block, kept);
    o->order->place[at].end = o->order->places;
}

/* What is between these blocks: component by component, first those that are
 * entered first. */
static void
order_blocks (struct ordering *o, const uint32_t *block, uint32_t size)
{
    struct graph g = {.nodes = size};
    struct components c;
    for (uint32_t i = 0; i < size; i++)
        o->number[block[i]] = i + 1;
    for (uint32_t i = 0; i < size; i++) {
        const struct vec_target *to = &o->procedure->block.at[block[i]].target;
        for (size_t k = 0; k < to->size; k++)
            if (o->number[to->at[k]])
                graph_edge (&g, i, o->number[to->at[k]] - 1);
    }
    for (uint32_t i = 0; i < size; i++)
        o->number[block[i]] = 0;
    components_find (&c, &g);
    uint32_t *own = NEW_ARRAY (uint32_t, size + 1);
    for (uint32_t k = c.count; k--;) {
        uint32_t from = c.first[k], count = c.first[k + 1] - from;
        for (uint32_t i = 0; i < count; i++)
            own[i] = block[c.order[from + i]];
        if (c.cyclic[k])
            order_loop (o, own, count);
        else
            order_push (o, own[0]);
    }
    memory_free (own);
    components_clear (&c);
    graph_clear (&g);
}

void
order_find (struct block_order *order, const struct procedure *q)
{
    struct ordering o = {.procedure = q, .order = order};
    flow_find (&o.flow, q);
    order->place = NEW_ARRAY (struct order_place, o.flow.reachable + 1);
    order->places = 0;
    o.number = NEW_ARRAY (uint32_t, o.flow.blocks + 1);
    order_blocks (&o, o.flow.order, o.flow.reachable);
    assert (order->places == o.flow.reachable);
    memory_free (o.number);
    flow_clear (&o.flow);
}

void
order_clear (struct block_order *order)
{
    memory_free (order->place);
    *order = (struct block_order) {0};
}
