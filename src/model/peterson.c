/* peterson.c -- Peterson's filter lock.
 *
 *     2 i       bits 4-7 where process i is, bits 0-3 its l
 *     2 i + 1   bits 4-7 its k, bits 0-3 level[i]
 *     2 n       how many are in the critical section
 *     2 n + l   last[l], for l = 1 .. n - 1
 *
 * The bug: there is one level too few. */
#include <string.h>

#include "model/internal.h"

enum { PLACE, LEVEL, STRIDE };

enum {
    START,
    CLIMB,
    SET_LEVEL,
    SET_LAST,
    CLEAR_K,
    SCAN,
    WAIT,
    SCAN_ON,
    CLIMB_ON,
    ENTER,
    CHECK,
    LEAVE,
    DROP,
    END_L,
    END_K
};

struct climber {
    unsigned at, l, k, level;
};

static inline struct climber
climber_get (const uint8_t *s, unsigned i)
{
    const uint8_t *p = s + STRIDE * i;
    return (struct climber) {.at = p[PLACE] >> 4,
                             .l = p[PLACE] & 15,
                             .k = p[LEVEL] >> 4,
                             .level = p[LEVEL] & 15};
}

static inline void
climber_set (uint8_t *s, unsigned i, struct climber c)
{
    assert (c.at < 16 && c.l < 16 && c.k < 16 && c.level < 16);
    uint8_t *p = s + STRIDE * i;
    p[PLACE] = (uint8_t) (c.at << 4 | c.l);
    p[LEVEL] = (uint8_t) (c.k << 4 | c.level);
}

static size_t
peterson_bytes (const struct model_shape *m)
{
    return STRIDE * m->processes + m->processes;
}

static inline bool
peterson_waits (const uint8_t *shared, const uint8_t *s, unsigned i,
                const struct climber *c)
{
    return c->at == WAIT && c->k != i && (s[STRIDE * c->k + LEVEL] & 15) >= c->l
           && shared[c->l] == i;
}

static inline void
peterson_move (const struct model_shape *m, struct climber *c)
{
    unsigned next = c->at + 1;
    unsigned levels = m->bug ? m->processes - 1 : m->processes;
    switch (c->at) {
    case START:
        c->l = 1;
        break;
    case CLIMB:
        next = c->l < levels ? SET_LEVEL : ENTER;
        break;
    case SET_LEVEL:
        c->level = c->l;
        break;
    case CLEAR_K:
        c->k = 0;
        break;
    case SCAN:
        next = c->k < m->processes ? WAIT : CLIMB_ON;
        break;
    case SCAN_ON:
        c->k++;
        next = SCAN;
        break;
    case CLIMB_ON:
        c->l++;
        next = CLIMB;
        break;
    case DROP:
        c->level = 0;
        break;
    case END_L:
        c->l = 0;
        break;
    case END_K:
        c->k = 0;
        next = START;
        break;
    default:
        break;
    }
    c->at = next;
}

static enum model_step
peterson_step (const struct model_shape *m, uint8_t *s, unsigned i)
{
    struct climber c = climber_get (s, i);
    uint8_t *shared = s + STRIDE * m->processes;
    if (peterson_waits (shared, s, i, &c))
        return STEP_BLOCKED;
    bool fault = c.at == CHECK && shared[0] != 1;
    if (c.at == SET_LAST)
        shared[c.l] = (uint8_t) i;
    else if (c.at == ENTER)
        ++shared[0];
    else if (c.at == LEAVE)
        --shared[0];
    peterson_move (m, &c);
    climber_set (s, i, c);
    return fault ? STEP_FAULT : STEP_DONE;
}

static const char *
peterson_statement (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    static const char *const text[] = {"l = 1",
                                       "l < N",
                                       "level = l",
                                       "last[l] = self",
                                       "k = 0",
                                       "k < N",
                                       "waits for k",
                                       "k++",
                                       "l++",
                                       "incs++",
                                       "assert (incs == 1)",
                                       "incs--",
                                       "level = 0",
                                       "l = 0",
                                       "k = 0"};
    assert (i < m->processes);
    return text[climber_get (s, i).at];
}

static void
peterson_print (const struct model_shape *m, const uint8_t *s, unsigned i,
                FILE *file)
{
    if (i < m->processes) {
        struct climber c = climber_get (s, i);
        fprintf (file, "level=%u l=%u k=%u", c.level, c.l, c.k);
        return;
    }
    const uint8_t *shared = s + STRIDE * m->processes;
    fprintf (file, "incs=%u", shared[0]);
    for (unsigned l = 1; l < m->processes; l++)
        fprintf (file, " last[%u]=%u", l, shared[l]);
}

static void
peterson_forget (const struct model_shape *m, uint8_t *s, int kept)
{
    size_t some = kept >= PARTIAL_THREADS
                      ? STRIDE * (size_t) (kept - PARTIAL_THREADS)
                      : 0;
    if (some && some < peterson_bytes (m))
        memset (s + some, 0, peterson_bytes (m) - some);
}

static int64_t
peterson_incs (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) i;
    return s[STRIDE * m->processes];
}

static int64_t
peterson_level (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return climber_get (s, i).level;
}

static int64_t
peterson_last (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    return i ? s[STRIDE * m->processes + i] : 0;
}

static int64_t
peterson_at (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return climber_get (s, i).at;
}

static const struct model_variable peterson_variables[] = {
    {"incs", false, peterson_incs},
    {"level", true, peterson_level},
    {"last", true, peterson_last},
    {"at", true, peterson_at},
    {NULL, false, NULL}};

const struct protocol protocol_peterson = {
    .name = "peterson",
    .least = 2,
    .most = 14,
    .bytes = peterson_bytes,
    .step = peterson_step,
    .process_bytes = STRIDE,
    .forget = peterson_forget,
    .statement = peterson_statement,
    .print = peterson_print,
    .variable = peterson_variables,
};
