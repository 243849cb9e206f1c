/* taint.c -- which choices of a run had a hand in which bytes. */
#include "micro/replay/taint.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { FLAGS = 8 };

void
taint_init (struct micro_taint *t, uint32_t data_size)
{
    memset (t, 0, sizeof *t);
    t->places = data_size + FLAGS;
    t->of = NEW_ARRAY (uint32_t, t->places);
}

void
taint_clear (struct micro_taint *t)
{
    VEC_CLEAR (t->node);
    VEC_CLEAR (t->seen);
    VEC_CLEAR (t->stack);
    VEC_CLEAR (t->old);
    memory_free (t->of);
    memset (t, 0, sizeof *t);
}

static uint32_t
make (struct micro_taint *t, uint32_t left, uint32_t right)
{
    VEC_PUSH (t->node, ((struct taint_node) {left, right}));
    assert (t->node.size < UINT32_MAX);
    return (uint32_t) t->node.size;
}

uint32_t
taint_leaf (struct micro_taint *t, uint32_t choice)
{
    return make (t, choice, 0);
}

uint32_t
taint_join (struct micro_taint *t, uint32_t a, uint32_t b)
{
    if (!a || a == b)
        return b;
    return b ? make (t, a, b) : a;
}

uint32_t
taint_of (const struct micro_taint *t, uint16_t address)
{
    assert (t->places > FLAGS);
    return address < t->places - FLAGS ? t->of[address] : 0;
}

uint32_t
taint_of_flags (struct micro_taint *t, uint8_t flags)
{
    uint32_t node = 0;
    for (unsigned i = 0; i < FLAGS; i++)
        if (flags >> i & 1)
            node = taint_join (t, node, t->of[t->places - FLAGS + i]);
    return node;
}

static void
set_place (struct micro_taint *t, uint32_t place, uint32_t node)
{
    assert (place < t->places);
    if (t->of[place] == node)
        return;
    VEC_PUSH (t->old, ((struct taint_old) {place, t->of[place]}));
    t->of[place] = node;
}

void
taint_set (struct micro_taint *t, uint16_t address, uint32_t node)
{
    if (address < t->places - FLAGS)
        set_place (t, address, node);
}

uint32_t
taint_sources (struct micro_taint *t, const struct micro_touched *x)
{
    uint32_t node = taint_of_flags (t, x->flags_used);
    assert (x->sources <= MICRO_TOUCHED);
    for (unsigned i = 0; i < x->sources; i++)
        node = taint_join (t, node, taint_of (t, x->source[i]));
    for (unsigned i = 0; x->reads && i < x->count; i++)
        node = taint_join (t, node, taint_of (t, (uint16_t) (x->address + i)));
    return node;
}

void
taint_spread (struct micro_taint *t, const struct micro_touched *x,
              uint32_t node)
{
    assert (x->targets <= MICRO_TOUCHED);
    for (unsigned i = 0; i < x->targets; i++)
        taint_set (t, x->target[i], node);
    for (unsigned i = 0; i < FLAGS; i++)
        if (x->flags_killed >> i & 1)
            set_place (t, t->places - FLAGS + i, node);
    for (unsigned i = 0; x->writes && i < x->count; i++)
        taint_set (t, (uint16_t) (x->address + i), node);
}

void
taint_back (struct micro_taint *t, size_t old, size_t nodes)
{
    assert (old <= t->old.size && nodes <= t->node.size);
    while (t->old.size > old) {
        struct taint_old o = VEC_POP (t->old);
        t->of[o.place] = o.node;
    }
    t->node.size = nodes;
}

void
taint_collect (struct micro_taint *t, uint32_t node, uint64_t *set)
{
    t->round++;
    while (t->seen.size < t->node.size)
        VEC_PUSH (t->seen, 0);
    if (node)
        VEC_PUSH (t->stack, node);
    while (t->stack.size) {
        uint32_t n = VEC_POP (t->stack) - 1;
        assert (n < t->node.size);
        if (t->seen.at[n] == t->round)
            continue;
        t->seen.at[n] = t->round;
        struct taint_node of = t->node.at[n];
        if (!of.right) {
            set[of.left / 64] |= (uint64_t) 1 << of.left % 64;
            continue;
        }
        VEC_PUSH (t->stack, of.left);
        VEC_PUSH (t->stack, of.right);
    }
}
