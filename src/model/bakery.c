/* bakery.c -- Lamport's bakery with bounded tickets; a process whose
 * ticket would be too great begins again.
 *
 *     3 i       bits 3-7 where process i is, bits 0-2 its j
 *     3 i + 1   bit 7 choosing[i], bits 0-6 its max
 *     3 i + 2   num[i]
 *     3 n       how many are in the critical section
 *
 * The bug: nobody waits for those who are choosing. */
#include "model/internal.h"

enum { PLACE, MAX, NUM, STRIDE };

enum {
    CHOOSE,
    CLEAR_MAX,
    CLEAR_J,
    SCAN,
    LOOK,
    TAKE,
    SCAN_ON,
    ENOUGH,
    DRAW,
    CHOSEN,
    FORGET_MAX,
    FORGET_J,
    PASS,
    WAIT_CHOOSING,
    WAIT_TURN,
    PASS_ON,
    END_J,
    ENTER,
    CHECK,
    LEAVE,
    RETURN,
    RESET_MAX,
    RESET_CHOOSING
};

struct customer {
    unsigned at, j, max, num;
    bool choosing;
};

static inline struct customer
customer_get (const uint8_t *s, unsigned i)
{
    const uint8_t *p = s + STRIDE * i;
    return (struct customer) {.at = p[PLACE] >> 3,
                              .j = p[PLACE] & 7,
                              .max = p[MAX] & 127,
                              .num = p[NUM],
                              .choosing = p[MAX] >> 7};
}

static inline void
customer_set (uint8_t *s, unsigned i, struct customer c)
{
    assert (c.at < 32 && c.j < 8 && c.max < 128 && c.num < 256);
    uint8_t *p = s + STRIDE * i;
    p[PLACE] = (uint8_t) (c.at << 3 | c.j);
    p[MAX] = (uint8_t) ((unsigned) c.choosing << 7 | c.max);
    p[NUM] = (uint8_t) c.num;
}

static inline unsigned
num_of (const uint8_t *s, unsigned i)
{
    return s[STRIDE * i + NUM];
}

static size_t
bakery_bytes (const struct model_shape *m)
{
    return STRIDE * m->processes + 1;
}

static inline bool
bakery_waits (const struct model_shape *m, const uint8_t *s, unsigned i,
              const struct customer *c)
{
    if (c->at == WAIT_CHOOSING)
        return !m->bug && s[STRIDE * c->j + MAX] >> 7;
    if (c->at != WAIT_TURN)
        return false;
    unsigned other = num_of (s, c->j);
    return !(other == 0 || other > c->num || (other == c->num && c->j >= i));
}

/* The tests and assignments outside the critical section. */
static inline void
bakery_move (const struct model_shape *m, const uint8_t *s, struct customer *c)
{
    unsigned next = c->at + 1;
    switch (c->at) {
    case CHOOSE:
        c->choosing = true;
        break;
    case CLEAR_MAX:
    case FORGET_MAX:
    case RESET_MAX:
        c->max = 0;
        break;
    case CLEAR_J:
    case FORGET_J:
    case END_J:
        c->j = 0;
        break;
    case SCAN:
        next = c->j < m->processes ? LOOK : ENOUGH;
        break;
    case LOOK:
        next = num_of (s, c->j) > c->max ? TAKE : SCAN_ON;
        break;
    case TAKE:
        c->max = num_of (s, c->j);
        break;
    case SCAN_ON:
        c->j++;
        next = SCAN;
        break;
    case ENOUGH:
        next = c->max < m->tickets ? DRAW : RESET_MAX;
        break;
    case DRAW:
        c->num = c->max + 1;
        break;
    case CHOSEN:
        c->choosing = false;
        break;
    case PASS:
        next = c->j < m->processes ? WAIT_CHOOSING : END_J;
        break;
    case PASS_ON:
        c->j++;
        next = PASS;
        break;
    case RETURN:
        c->num = 0;
        next = CHOOSE;
        break;
    case RESET_CHOOSING:
        c->choosing = false;
        next = CHOOSE;
        break;
    default:
        break;
    }
    c->at = next;
}

static enum model_step
bakery_step (const struct model_shape *m, uint8_t *s, unsigned i)
{
    struct customer c = customer_get (s, i);
    if (bakery_waits (m, s, i, &c))
        return STEP_BLOCKED;
    uint8_t *inside = s + STRIDE * m->processes;
    bool fault = c.at == CHECK && *inside != 1;
    if (c.at == ENTER)
        ++*inside;
    else if (c.at == LEAVE)
        --*inside;
    bakery_move (m, s, &c);
    customer_set (s, i, c);
    return fault ? STEP_FAULT : STEP_DONE;
}

static const char *
bakery_statement (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    static const char *const text[] = {"choosing = 1",
                                       "max = 0",
                                       "j = 0",
                                       "j < N",
                                       "num[j] > max",
                                       "max = num[j]",
                                       "j++",
                                       "max < MAXT",
                                       "num = max + 1",
                                       "choosing = 0",
                                       "max = 0",
                                       "j = 0",
                                       "j < N",
                                       "waits for choosing[j]",
                                       "waits for num[j]",
                                       "j++",
                                       "j = 0",
                                       "incs++",
                                       "assert (incs == 1)",
                                       "incs--",
                                       "num = 0",
                                       "max = 0",
                                       "choosing = 0"};
    assert (i < m->processes);
    return text[customer_get (s, i).at];
}

static void
bakery_print (const struct model_shape *m, const uint8_t *s, unsigned i,
              FILE *file)
{
    if (i == m->processes) {
        fprintf (file, "incs=%u", s[STRIDE * i]);
        return;
    }
    struct customer c = customer_get (s, i);
    fprintf (file, "choosing=%d num=%u j=%u max=%u", c.choosing, c.num, c.j,
             c.max);
}

/* num, choosing and the number of those inside are shared. */
static void
bakery_forget (const struct model_shape *m, uint8_t *s, int kept)
{
    unsigned some = kept >= PARTIAL_THREADS
                        ? (unsigned) (kept - PARTIAL_THREADS)
                        : m->processes;
    for (unsigned i = 0; i < m->processes; i++) {
        struct customer c = customer_get (s, i);
        if (kept == PARTIAL_HEAP || i >= some)
            c.at = c.j = c.max = 0;
        if (kept == PARTIAL_STACKS || i >= some) {
            c.num = 0;
            c.choosing = false;
        }
        customer_set (s, i, c);
    }
    if (kept != PARTIAL_HEAP)
        s[STRIDE * m->processes] = 0;
}

static int64_t
bakery_incs (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) i;
    return s[STRIDE * m->processes];
}

static int64_t
bakery_num (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return customer_get (s, i).num;
}

static int64_t
bakery_choosing (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return customer_get (s, i).choosing;
}

static int64_t
bakery_at (const struct model_shape *m, const uint8_t *s, unsigned i)
{
    (void) m;
    return customer_get (s, i).at;
}

static const struct model_variable bakery_variables[] = {
    {"incs", false, bakery_incs},
    {"num", true, bakery_num},
    {"choosing", true, bakery_choosing},
    {"at", true, bakery_at},
    {NULL, false, NULL}};

const struct protocol protocol_bakery = {
    .name = "bakery",
    .least = 2,
    .most = 7,
    .most_tickets = 127,
    .bytes = bakery_bytes,
    .step = bakery_step,
    .process_bytes = STRIDE,
    .forget = bakery_forget,
    .statement = bakery_statement,
    .print = bakery_print,
    .variable = bakery_variables,
};
