/* gates.c -- see gates.h. */
#include "sat/gates.h"

#include <assert.h>

enum { GATES_MOST = INT32_MAX / 2 };

void
gates_init (struct gates *g)
{
    *g = (struct gates) {.mask = 1023};
    g->slot = NEW_ARRAY (uint32_t, g->mask + 1);
    VEC_PUSH (g->gate, ((struct circuit_gate) {.kind = GATE_CONSTANT}));
}

void
gates_clear (struct gates *g)
{
    VEC_CLEAR (g->gate);
    memory_free (g->slot);
    g->slot = NULL;
}

static uint64_t
gate_hash (const struct circuit_gate *n)
{
    uint64_t h = n->kind;
    h = (h ^ n->a) * UINT64_C (0x9e3779b97f4a7c15);
    h = (h ^ (h >> 29) ^ n->b) * UINT64_C (0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 32) ^ n->c) * UINT64_C (0x94d049bb133111eb);
    return h ^ (h >> 31);
}

static bool
gate_equal (const struct circuit_gate *x, const struct circuit_gate *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b && x->c == y->c;
}

static void
gates_grow (struct gates *g)
{
    size_t mask = g->mask * 2 + 1;
    uint32_t *slot = NEW_ARRAY (uint32_t, mask + 1);
    for (size_t i = 0; i <= g->mask; i++) {
        if (!g->slot[i])
            continue;
        size_t j = gate_hash (&g->gate.at[g->slot[i]]) & mask;
        while (slot[j])
            j = (j + 1) & mask;
        slot[j] = g->slot[i];
    }
    memory_free (g->slot);
    g->slot = slot;
    g->mask = mask;
}

static wire
gate_push (struct gates *g, struct circuit_gate n)
{
    if (g->gate.size >= GATES_MOST)
        memory_exhausted ();
    VEC_PUSH (g->gate, n);
    return (wire) (g->gate.size - 1) * 2;
}

static wire
gate_make (struct gates *g, enum gate_kind kind, wire a, wire b, wire c)
{
    assert (a >> 1 < g->gate.size && b >> 1 < g->gate.size);
    struct circuit_gate n = {kind, a, b, c};
    size_t i = gate_hash (&n) & g->mask;
    for (; g->slot[i]; i = (i + 1) & g->mask)
        if (gate_equal (&g->gate.at[g->slot[i]], &n))
            return g->slot[i] * 2;
    wire made = gate_push (g, n);
    g->slot[i] = made >> 1;
    if (g->gate.size * 2 > g->mask)
        gates_grow (g);
    return made;
}

wire
gate_input (struct gates *g)
{
    return gate_push (g, (struct circuit_gate) {.kind = GATE_INPUT});
}

static const struct circuit_gate *
gate_of (const struct gates *g, wire a)
{
    return &g->gate.at[a >> 1];
}

/* Whether `b` is one of the parts of the conjunction `a`. */
static bool
has_part (const struct gates *g, wire a, wire b)
{
    const struct circuit_gate *n = gate_of (g, a);
    return n->kind == GATE_AND && (n->a == b || n->b == b);
}

/* a and b where a is a gate of parts: what these say of b. */
static bool
and_by_parts (const struct gates *g, wire a, wire b, wire *result)
{
    if (!(a & 1) && has_part (g, a, b))
        *result = a;
    else if (!(a & 1) && has_part (g, a, wire_not (b)))
        *result = WIRE_FALSE;
    else if ((a & 1) && has_part (g, a, wire_not (b)))
        *result = b; /* not (x and not b) and b */
    else
        return false;
    return true;
}

wire
gate_and (struct gates *g, wire a, wire b)
{
    if (a > b) {
        wire swap = a;
        a = b;
        b = swap;
    }
    if (a == WIRE_FALSE || a == wire_not (b))
        return WIRE_FALSE;
    if (a == WIRE_TRUE || a == b)
        return b;
    wire result;
    if (and_by_parts (g, a, b, &result) || and_by_parts (g, b, a, &result))
        return result;
    /* not (x and b) and b: not x and b */
    const struct circuit_gate *n = gate_of (g, b);
    if ((b & 1) && n->kind == GATE_AND && (n->a == a || n->b == a))
        return gate_and (g, a, wire_not (n->a == a ? n->b : n->a));
    n = gate_of (g, a);
    if ((a & 1) && n->kind == GATE_AND && (n->a == b || n->b == b))
        return gate_and (g, b, wire_not (n->a == b ? n->b : n->a));
    return gate_make (g, GATE_AND, a, b, 0);
}

wire
gate_or (struct gates *g, wire a, wire b)
{
    return wire_not (gate_and (g, wire_not (a), wire_not (b)));
}

wire
gate_xor (struct gates *g, wire a, wire b)
{
    wire sign = (a ^ b) & 1;
    a &= ~(wire) 1;
    b &= ~(wire) 1;
    if (a > b) {
        wire swap = a;
        a = b;
        b = swap;
    }
    if (a == b)
        return sign;
    if (a == WIRE_FALSE)
        return b ^ sign;
    return gate_make (g, GATE_XOR, a, b, 0) ^ sign;
}

wire
gate_choice (struct gates *g, wire c, wire a, wire b)
{
    if (c & 1) {
        wire swap = a;
        a = b;
        b = swap;
        c = wire_not (c);
    }
    if (a == b || c == WIRE_FALSE)
        return b;
    if (a == c || a == WIRE_TRUE)
        return gate_or (g, c, b);
    if (a == wire_not (c) || a == WIRE_FALSE)
        return gate_and (g, wire_not (c), b);
    if (b == c || b == WIRE_FALSE)
        return gate_and (g, c, a);
    if (b == wire_not (c) || b == WIRE_TRUE)
        return gate_or (g, wire_not (c), a);
    if (a == wire_not (b))
        return gate_xor (g, c, b);
    wire sign = a & 1;
    return gate_make (g, GATE_CHOICE, c, a ^ sign, b ^ sign) ^ sign;
}

wire
gate_majority (struct gates *g, wire a, wire b, wire c)
{
    wire swap;
    if (a > b)
        swap = a, a = b, b = swap;
    if (b > c)
        swap = b, b = c, c = swap;
    if (a > b)
        swap = a, a = b, b = swap;
    if (a == WIRE_FALSE)
        return gate_and (g, b, c);
    if (a == WIRE_TRUE)
        return gate_or (g, b, c);
    if (a == b)
        return a;
    if (b == c)
        return b;
    if (a == wire_not (b))
        return c;
    if (b == wire_not (c))
        return a;
    wire sign = a & 1;
    return gate_make (g, GATE_MAJORITY, a ^ sign, b ^ sign, c ^ sign) ^ sign;
}

bool
gate_value (const struct gates *g, uint32_t gate, const bool *value)
{
    const struct circuit_gate *n = &g->gate.at[gate];
    switch (n->kind) {
    case GATE_AND:
        return wire_value (n->a, value) && wire_value (n->b, value);
    case GATE_XOR:
        return wire_value (n->a, value) != wire_value (n->b, value);
    case GATE_CHOICE:
        return wire_value (wire_value (n->a, value) ? n->b : n->c, value);
    case GATE_MAJORITY:
        return wire_value (n->a, value) + wire_value (n->b, value)
                   + wire_value (n->c, value)
               >= 2;
    case GATE_CONSTANT:
    case GATE_INPUT:
        break;
    }
    return value[gate];
}
