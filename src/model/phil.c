/* phil.c -- dining philosophers who take the left fork first.
 *
 *     byte 0            eating
 *     nibble i of the rest   bits 0-1 where philosopher i is, bit 2 fork i
 *
 * The bug: the right fork is taken without a look whether it lies there. */
#include "model/internal.h"

enum { LEFT, RIGHT, DOWN_RIGHT, DOWN_LEFT };
enum { EATING, FORKS }; /* bytes */

static inline unsigned
nibble (const uint8_t *s, unsigned i)
{
    return s[FORKS + i / 2] >> 4 * (i % 2) & 15;
}

static inline bool
fork_taken (const uint8_t *s, unsigned i)
{
    return nibble (s, i) & 4;
}

static inline void
fork_take (uint8_t *s, unsigned i)
{
    s[FORKS + i / 2] |= (uint8_t) (4u << 4 * (i % 2));
}

static inline void
fork_lay (uint8_t *s, unsigned i)
{
    s[FORKS + i / 2] &= (uint8_t) ~(4u << 4 * (i % 2));
}

static inline void
phil_go (uint8_t *s, unsigned i, unsigned from, unsigned to)
{
    assert ((nibble (s, i) & 3) == from);
    s[FORKS + i / 2] ^= (uint8_t) ((from ^ to) << 4 * (i % 2));
}

static size_t
phil_bytes (const struct model_shape *m)
{
    return FORKS + (m->processes + 1) / 2;
}

static enum model_step
phil_step (const struct model_shape *m, uint8_t *s, unsigned i)
{
    unsigned right = i + 1 == m->processes ? 0 : i + 1;
    switch (nibble (s, i) & 3) {
    case LEFT:
        if (fork_taken (s, i))
            return STEP_BLOCKED;
        fork_take (s, i);
        phil_go (s, i, LEFT, RIGHT);
        return STEP_DONE;
    case RIGHT:
        if (!m->bug && fork_taken (s, right))
            return STEP_BLOCKED;
        fork_take (s, right);
        s[EATING]++;
        phil_go (s, i, RIGHT, DOWN_RIGHT);
        return s[EATING] <= m->processes / 2 ? STEP_DONE : STEP_FAULT;
    case DOWN_RIGHT:
        fork_lay (s, right);
        assert (s[EATING] > 0);
        s[EATING]--;
        phil_go (s, i, DOWN_RIGHT, DOWN_LEFT);
        return STEP_DONE;
    default:
        fork_lay (s, i);
        phil_go (s, i, DOWN_LEFT, LEFT);
        return STEP_DONE;
    }
}

static const char *
phil_statement (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    static const char *const text[] = {
        "takes the left fork", "takes the right fork, eats",
        "puts the right fork down", "puts the left fork down"};
    assert (i < m->processes);
    return text[nibble (s, i) & 3];
}

static void
phil_print (const struct model_shape *m, const uint8_t *s, unsigned i,
            FILE *file)
{
    if (i < m->processes)
        fprintf (file, "fork=%d", fork_taken (s, i));
    else
        fprintf (file, "eating=%u", s[EATING]);
}

/* Where the philosophers are is their own; forks and `eating` are shared. */
static void
phil_forget (const struct model_shape *m, uint8_t *s, int kept)
{
    for (size_t i = FORKS; i < phil_bytes (m); i++)
        s[i] &= kept == PARTIAL_HEAP ? 0x44 : 0x33;
    if (kept >= PARTIAL_THREADS)
        for (unsigned i = (unsigned) (kept - PARTIAL_THREADS); i < m->processes;
             i++)
            s[FORKS + i / 2] &= (uint8_t) ~(15u << 4 * (i % 2));
    if (kept != PARTIAL_HEAP)
        s[EATING] = 0;
}

static int64_t
phil_eating (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    (void) i;
    return s[EATING];
}

static int64_t
phil_fork (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return fork_taken (s, i);
}

static int64_t
phil_at (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return nibble (s, i) & 3;
}

static const struct model_variable phil_variables[] = {
    {"eating", false, phil_eating},
    {"fork", true, phil_fork},
    {"at", true, phil_at},
    {NULL, false, NULL}};

const struct protocol protocol_phil = {
    .name = "phil",
    .least = 2,
    .most = 2 * (MODEL_BYTES - FORKS),
    .bytes = phil_bytes,
    .step = phil_step,
    .forget = phil_forget,
    .statement = phil_statement,
    .print = phil_print,
    .variable = phil_variables,
};
