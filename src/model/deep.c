/* deep.c -- a counter that all processes must wait for: many layers, none
 * wider than a few states.
 *
 *     bytes 0-3   round, low byte first
 *     byte 4      bit i: process i has arrived
 *
 * When all have arrived, process 0 begins the next round.  The bug: an error in
 * the last round; without it, that is the end. */
#include "model/internal.h"

enum { ROUND, ARRIVED = 4, DEEP_BYTES };

static uint32_t
deep_round (const uint8_t *s)
{
    uint32_t round = 0;
    for (int i = 3; i >= 0; i--)
        round = round << 8 | s[ROUND + i];
    return round;
}

static size_t
deep_bytes (const struct model_shape *m)
{
    (void) m;
    return DEEP_BYTES;
}

static enum model_step
deep_step (const struct model_shape *m, uint8_t *s, unsigned i)
{
    uint32_t round = deep_round (s);
    assert (i < m->processes && round <= m->tickets);
    if (round == m->tickets)
        return STEP_BLOCKED;
    if (!(s[ARRIVED] >> i & 1)) {
        s[ARRIVED] |= (uint8_t) (1u << i);
        return STEP_DONE;
    }
    if (i || s[ARRIVED] != (1u << m->processes) - 1)
        return STEP_BLOCKED;
    round++;
    for (int b = 0; b < 4; b++)
        s[ROUND + b] = (uint8_t) (round >> 8 * b);
    s[ARRIVED] = 0;
    return m->bug && round == m->tickets ? STEP_FAULT : STEP_DONE;
}

static const char *
deep_statement (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    assert (i < m->processes);
    if (deep_round (s) == m->tickets)
        return "is at the end";
    if (!(s[ARRIVED] >> i & 1))
        return "arrives";
    return i ? "waits" : "begins the next round";
}

static void
deep_print (const struct model_shape *m, const uint8_t *s, unsigned i,
            FILE *file)
{
    if (i < m->processes)
        fprintf (file, "arrived=%d", s[ARRIVED] >> i & 1);
    else
        fprintf (file, "round=%u", (unsigned) deep_round (s));
}

static int64_t
deep_value (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    (void) i;
    return deep_round (s);
}

static int64_t
deep_arrived (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return s[ARRIVED] >> i & 1;
}

static const struct model_variable deep_variables[] = {
    {"round", false, deep_value},
    {"arrived", true, deep_arrived},
    {NULL, false, NULL}};

const struct protocol protocol_deep = {
    .name = "deep",
    .least = 1,
    .most = 8,
    .most_tickets = 99999,
    .bytes = deep_bytes,
    .step = deep_step,
    .statement = deep_statement,
    .print = deep_print,
    .variable = deep_variables,
};
