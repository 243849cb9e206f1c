/* probe.c -- see probe.h. */
#include "explore/guided/probe.h"

#include <assert.h>

#include "base/bytes.h"

enum { PROBE_EDGES = 10000 }; /* that a probe looks at */

/* How it goes on.  The end of the program comes last in any case. */
struct probe_way {
    uint32_t turn; /* edges until it is another's turn */
    uint32_t late; /* this process only where no other can go on */
    bool down;     /* from higher to lower numbers; of several edges the last */
};

struct probe {
    generator *machine;
    struct probe_way way;
    uint32_t process, left; /* whose turn it is, and for how long */
    struct buffer state;
    uint32_t edges;
    /* ---- the edge that is best so far */
    bool found;
    bool forced;   /* all are of its process */
    uint64_t rank; /* the less the better */
    struct edge edge;
    struct buffer target;
    /* ---- where it was some steps ago: once more, and it goes round */
    struct buffer was;
    uint32_t was_process, was_left;
    uint32_t since, renew; /* steps since then, and until another is kept */
};

/* Process 0 has made the others, and often judges what they did; and those that
 * come next may do so, too. */
static struct probe_way
way_of (unsigned probe)
{
    enum { ALONE = 4 }; /* where nobody takes turns: so many that are late */
    static const uint32_t turn[] = {1, 2, 3, 4};
    static const uint32_t late[ALONE] = {UINT32_MAX, 0, 1, 2};
    unsigned n = probe / 2;
    assert (probe < PROBES);
    if (n < ALONE)
        return (struct probe_way) {UINT32_MAX, late[n], probe & 1};
    return (struct probe_way) {turn[(n - ALONE) / 2], late[n & 1], probe & 1};
}

/* ---- one step */

static uint64_t
rank_of (const struct probe *p, const struct edge *e)
{
    uint32_t process = e->process;
    uint32_t up = process - p->process - 1; /* wraps: its own comes last */
    if (e->marks & EDGE_FINAL)
        return UINT64_MAX;
    if (process == p->way.late)
        return UINT64_MAX - 1;
    if (process == p->process)
        return p->left ? 0 : UINT64_C (1) << 33;
    return 1 + (uint64_t) (p->way.down ? UINT32_MAX - 1 - up : up);
}

static void
edge_weigh (struct probe *p, const struct edge *e)
{
    uint64_t rank = rank_of (p, e);
    bool better =
        !p->found || rank < p->rank || (rank == p->rank && p->way.down);
    if (!e->target.size || bytes_equal (e->target, buffer_view (&p->state)))
        return;
    p->forced = p->forced && (!p->found || e->process == p->edge.process);
    if (!better)
        return;
    p->found = true;
    p->rank = rank;
    p->edge = *e;
    buffer_reset (&p->target);
    buffer_put (&p->target, e->target.data, e->target.size);
}

/* True: one of the state's edges is a fault, the last of the path. */
static bool
edges_look (struct probe *p, struct path *path)
{
    struct edge e;
    p->found = false;
    p->forced = true;
    generator_enter (p->machine, buffer_view (&p->state));
    while (generator_next (p->machine, &e) == NEXT_EDGE) {
        p->edges++;
        if (e.marks & EDGE_FAULT) {
            VEC_PUSH (path->choice, e.choice);
            path->fault = e.fault;
            return true;
        }
        edge_weigh (p, &e);
    }
    return false;
}

/* Where only one can go on it is nobody's turn. */
static void
edge_follow (struct probe *p, struct path *path)
{
    struct buffer old = p->state;
    bool same = p->edge.process == p->process && p->left;
    VEC_PUSH (path->choice, p->edge.choice);
    if (!p->forced) {
        p->left = (same ? p->left : p->way.turn) - 1;
        p->process = p->edge.process;
    }
    p->state = p->target;
    p->target = old;
}

/* The way from a state depends on it and on whose turn it is.  (Brent: the one
 * that is kept is renewed after 1, 2, 4, .. steps.) */
static bool
goes_round (struct probe *p)
{
    bool turns = p->way.turn != UINT32_MAX; /* else what is left has no end */
    if (p->since && p->process == p->was_process
        && (!turns || p->left == p->was_left)
        && bytes_equal (buffer_view (&p->state), buffer_view (&p->was)))
        return true;
    if (p->since == p->renew) {
        buffer_reset (&p->was);
        buffer_put (&p->was, p->state.data, p->state.size);
        p->was_process = p->process;
        p->was_left = p->left;
        p->renew = 2 * p->renew + 1;
        p->since = 0;
    }
    p->since++;
    return false;
}

/* ---- all of them */

bool
probe_run (generator *g, unsigned probe, struct path *path)
{
    struct probe p = {.machine = g, .way = way_of (probe)};
    bool fault;
    p.left = p.way.turn;
    path->choice.size = 0;
    buffer_init (&p.state);
    buffer_init (&p.target);
    buffer_init (&p.was);
    while (!(fault = edges_look (&p, path)) && p.found && !goes_round (&p)
           && p.edges < PROBE_EDGES)
        edge_follow (&p, path);
    buffer_clear (&p.state);
    buffer_clear (&p.target);
    buffer_clear (&p.was);
    return fault;
}
