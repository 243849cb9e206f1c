/* graph.c -- a graph of a few states that look anyhow: for tests of what is asked of graphs.
 *
 *     byte 0    the state
 *
 * The number of tickets is its seed, that of processes the most edges of a state.  The
 * words w[0] to w[3] are true of some states.  There is no bug. */
#include "model/internal.h"

enum { GRAPH_STATES = 40, GRAPH_WORDS = 4, MISSING = 3 };

/* Steele, Lea and Flood 2014, with its usual constants. */
static uint64_t
graph_hash (const struct model_shape *m, unsigned state, unsigned salt)
{
    uint64_t x = ((uint64_t) m->tickets << 32 | state << 8 | salt)
                 + UINT64_C (0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C (0x94d049bb133111eb);
    return x ^ x >> 31;
}

static size_t
graph_bytes (const struct model_shape *m)
{
    (void) m;
    return 1;
}

/* One edge of three is missing, so that there are states without any. */
static enum model_step
graph_step (const struct model_shape *m, uint8_t *s, unsigned i)
{
    uint64_t h = graph_hash (m, *s, i);
    assert (i < m->processes && *s < GRAPH_STATES);
    if (h % MISSING == 0)
        return STEP_BLOCKED;
    *s = (uint8_t) (h / MISSING % GRAPH_STATES);
    return STEP_DONE;
}

static const char *
graph_statement (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) s;
    assert (i < m->processes);
    (void) m;
    (void) i;
    return "goes on";
}

static int64_t
graph_word (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    return graph_hash (m, *s, 255) >> i & 1;
}

static int64_t
graph_state (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    (void) i;
    return *s;
}

static void
graph_print (const struct model_shape *m, const uint8_t *s, unsigned i,
             FILE *file)
{
    if (i == m->processes)
        fprintf (file, "state=%u", *s);
}

static const struct model_variable graph_variables[] = {
    {"w", true, graph_word},
    {"state", false, graph_state},
    {NULL, false, NULL}};

const struct protocol protocol_graph = {
    .name = "graph",
    .least = GRAPH_WORDS,
    .most = 8,
    .most_tickets = 99999,
    .bytes = graph_bytes,
    .step = graph_step,
    .statement = graph_statement,
    .print = graph_print,
    .variable = graph_variables,
};
