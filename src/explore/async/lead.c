/* lead.c -- the rounds of a directed search over a team (explore/guided/directed.c), as
 * its master leads them.
 *
 * Every member offers its least open states; those among the least of all are
 * expanded.  States that are sent are counted, as in a search by layers, so a
 * round is over when all of them are where they belong. */
#include <stdlib.h>

#include "explore/async/master.h"

void
lead_clear (struct lead *l)
{
    VEC_CLEAR (l->offer);
    finding_clear (&l->fault);
    finding_clear (&l->failed);
}

static void
lead_take (struct async_master *m, uint8_t what, const struct offer *last)
{
    async_enter (m, ASYNC_ROUND);
    m->lead.offer.size = 0;
    m->lead.least = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct buffer b;
        if (!async_peer_at (m, i)->in)
            continue;
        buffer_init (&b);
        buffer_byte (&b, what == 1 && i ? 0 : what);
        if (what == 2) {
            buffer_uint (&b, last->estimate);
            buffer_u64 (&b, last->hash);
        }
        async_say (m, async_peer_at (m, i), ASYNC_TAKE, &b);
        buffer_clear (&b);
    }
}

void
lead_begin (struct async_master *m)
{
    m->lead.width = 1;
    lead_take (m, 1, NULL);
}

static void
lead_expect (struct async_master *m)
{
    uint64_t most = 2 * m->lead.width;
    if (most > m->options.beam)
        most = m->options.beam;
    most++; /* behind the last one of a round */
    async_enter (m, ASYNC_SETTLE);
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct buffer b;
        if (!async_peer_at (m, i)->in)
            continue;
        buffer_init (&b);
        buffer_uint (&b, async_peer_at (m, i)->due);
        buffer_uint (&b, most);
        async_say (m, async_peer_at (m, i), ASYNC_EXPECT, &b);
        buffer_clear (&b);
    }
}

static int
offer_order (const void *a, const void *b)
{
    const struct offer *x = a, *y = b;
    if (x->estimate != y->estimate)
        return x->estimate < y->estimate ? -1 : 1;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* Of the first `last` offers, in order, and the one behind them. */
static bool
lead_has_tie (const struct lead *l, size_t last)
{
    for (size_t i = 1; i <= last && i < l->offer.size; i++)
        if (!offer_order (&l->offer.at[i - 1], &l->offer.at[i]))
            return true;
    return false;
}

static void
lead_give_up (struct async_master *m)
{
    master_fail (&m->master,
                 "two states have the same 64 bits of hash: members cannot "
                 "tell which comes first; search with one");
}

/* The rule of explore/guided/directed.c; test/sim/async.c would notice another. */
static void
lead_width (struct lead *l, uint64_t beam)
{
    bool nearer = l->least && l->least - 1 < l->last;
    l->width = nearer ? 1 : 2 * l->width;
    if (l->width > beam)
        l->width = beam;
}

/* The round is over. */
static void
lead_turn (struct async_master *m)
{
    struct lead *l = &m->lead;
    m->result.layers++;
    lead_width (l, m->options.beam);
    if (l->fault.found) {
        finding_keep (&m->result.fault, &l->fault);
        async_look (
            m, (struct async_peer *) master_find (&m->master, l->fault_who),
            l->fault_node);
    } else if (l->failed.found)
        async_end (m, EXPLORE_FAILED, &l->problem);
    else if (!l->offer.size)
        async_sum (m);
    else {
        size_t last = l->offer.size < l->width ? l->offer.size : l->width;
        qsort (l->offer.at, l->offer.size, sizeof *l->offer.at, offer_order);
        struct offer limit = l->offer.at[last - 1];
        l->last = limit.estimate >> 1;
        if (lead_has_tie (l, last))
            lead_give_up (m);
        else
            lead_take (m, 2, &limit);
    }
}

static bool
hear_sent (struct async_master *m, const struct async_peer *c, struct reader *r)
{
    uint64_t pairs = reader_uint (r);
    for (uint64_t i = 0; i < pairs && !r->failed; i++) {
        uint64_t to = reader_uint (r), count = reader_uint (r);
        if (to >= m->master.peer.size || !async_peer_at (m, to)->in
            || async_peer_at (m, to) == c)
            return false;
        async_peer_at (m, to)->due += count;
    }
    return reader_done (r);
}

static bool
is_least (const struct finding *f, const struct finding *least)
{
    return f->found
           && bytes_equal (buffer_view (&f->source),
                           buffer_view (&least->source));
}

static bool
hear_expanded (struct async_master *m, struct async_peer *c, struct reader *r)
{
    struct lead *l = &m->lead;
    struct finding fault = {0}, failed = {0};
    struct problem p = {0};
    bool good = finding_read (&fault, r);
    uint64_t node = reader_uint (r);
    good = good && finding_read (&failed, r) && problem_read (&p, r)
           && (!failed.found || p.kind != PROBLEM_NONE) && hear_sent (m, c, r)
           && async_answer (m, c, ASYNC_ROUND);
    if (good) {
        finding_keep (&l->fault, &fault);
        finding_keep (&l->failed, &failed);
        if (is_least (&fault, &l->fault)) {
            l->fault_node = node;
            l->fault_who = c->peer.who;
        }
        if (is_least (&failed, &l->failed))
            l->problem = p;
    }
    finding_clear (&fault);
    finding_clear (&failed);
    if (good && !m->missing)
        lead_expect (m);
    return good;
}

static bool
hear_settled (struct async_master *m, struct async_peer *c, struct reader *r)
{
    struct lead *l = &m->lead;
    uint64_t least = reader_uint (r), count = reader_uint (r);
    if (!async_answer (m, c, ASYNC_SETTLE))
        return false;
    for (uint64_t i = 0; i < count && !r->failed; i++) {
        struct offer o = {.estimate = reader_uint (r)};
        o.hash = reader_u64 (r);
        VEC_PUSH (l->offer, o);
    }
    if (!reader_done (r))
        return false;
    if (least && (!l->least || least < l->least))
        l->least = least;
    if (!m->missing)
        lead_turn (m);
    return true;
}

bool
lead_hear (struct async_master *m, struct async_peer *c, uint32_t tag,
           struct reader *r)
{
    return tag == ASYNC_EXPANDED ? hear_expanded (m, c, r)
                                 : hear_settled (m, c, r);
}
