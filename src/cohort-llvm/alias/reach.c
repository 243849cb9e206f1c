/* reach.c -- arithmetic of places in nodes. */
#include "cohort-llvm/alias/internal.h"

#include <stdlib.h>

uint64_t
reach_gcd (uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static uint64_t
sum_or_end (uint64_t a, uint64_t b)
{
    return a > REACH_END - b ? REACH_END : a + b;
}

struct reach
reach_add (struct reach a, struct reach b)
{
    if (!a.stride)
        return b;
    if (!b.stride)
        return a;
    return (struct reach) {.length = sum_or_end (a.length, b.length),
                           .stride = reach_gcd (a.stride, b.stride),
                           .past = sum_or_end (a.past, b.past)};
}

struct reach
reach_widen (struct reach r)
{
    assert (r.stride || !r.past);
    r.length = sum_or_end (r.length, r.past);
    r.past = 0;
    return r;
}

static int64_t
modulo (int64_t at, uint64_t modulus)
{
    assert (modulus > 0 && modulus <= INT64_MAX);
    int64_t rest = at % (int64_t) modulus;
    return rest < 0 ? rest + (int64_t) modulus : rest;
}

struct alias_cell
cell_normal (struct alias_cell c, uint64_t modulus)
{
    assert (!c.reach.length || c.reach.stride);
    if (!modulus)
        return c;
    c.at = modulo (c.at, modulus);
    if (c.reach.stride % modulus == 0)
        c.reach = (struct reach) {0};
    else if (c.reach.length >= modulus)
        c.reach.length = REACH_END;
    return c;
}

/* Distance between places, as a number that is 0 only if they are equal. */
static uint64_t
distance (int64_t a, int64_t b)
{
    return a > b ? (uint64_t) a - (uint64_t) b : (uint64_t) b - (uint64_t) a;
}

bool
cell_includes (struct alias_cell a, struct alias_cell b)
{
    assert (a.node == b.node);
    if (!a.reach.stride)
        return !b.reach.stride && a.at == b.at;
    uint64_t from = distance (a.at, b.at);
    if (b.at < a.at || from % a.reach.stride || b.reach.stride % a.reach.stride)
        return false;
    uint64_t last_a = sum_or_end (a.reach.length, a.reach.past);
    uint64_t last_b = sum_or_end (b.reach.length, b.reach.past);
    return last_a == REACH_END || sum_or_end (from, last_b) <= last_a;
}

uint64_t
cell_common (struct alias_cell a, struct alias_cell b)
{
    assert (a.node == b.node);
    return reach_gcd (distance (a.at, b.at),
                      reach_gcd (a.reach.stride, b.reach.stride));
}

/* Whether [a, a + length) and [b, b + other) share nothing on a circle. */
static bool
apart_around (int64_t a, uint64_t length, int64_t b, uint64_t other,
              uint64_t circle)
{
    assert (circle && length && other);
    uint64_t from =
        (uint64_t) modulo (modulo (b, circle) - modulo (a, circle), circle);
    return length <= from && other <= circle - from;
}

bool
use_overlaps (const struct use *a, const struct use *b, uint64_t modulus)
{
    assert (a->width && b->width);
    uint64_t length_a = sum_or_end (a->reach.length, a->width);
    uint64_t length_b = sum_or_end (b->reach.length, b->width);
    if (modulus) {
        if (apart_around (a->at, length_a, b->at, length_b, modulus))
            return false;
    } else {
        uint64_t from = distance (a->at, b->at);
        if (from >= (a->at <= b->at ? length_a : length_b))
            return false;
    }
    uint64_t circle =
        reach_gcd (modulus, reach_gcd (a->reach.stride, b->reach.stride));
    return !circle || !apart_around (a->at, a->width, b->at, b->width, circle);
}
