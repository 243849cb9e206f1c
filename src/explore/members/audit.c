/* audit.c -- what members from elsewhere did, looked at once more: see
 * members.h.
 *
 * Many walks go on side by side, so that a question to all members is worth its
 * time.  They begin at states that members of this team's own show, from all
 * layers alike (at first at the root); each takes one of the successors at
 * random, and begins anew after some steps, or at a dead end.  So if a member
 * from elsewhere has thrown away what it was sent, or what it should have sent,
 * a walk through its states comes to successors that nobody has.
 *
 * The choices are random indeed: nobody can prepare for them, and nothing that
 * shows depends on them unless somebody lied. */
#include <inttypes.h>
#include <sys/random.h>

#include "explore/members/internal.h"

enum {
    AUDIT_WALKS = 64,
    AUDIT_STEPS = 8, /* of a walk, on average */
    AUDIT_PERCENT = 1,
    AUDIT_LEAST = 2048, /* states */
    AUDIT_MOST = 200000 /* ... unless more are asked for */
};

void
audit_clear (struct audit *a)
{
    for (size_t i = 0; a->walk && i < AUDIT_WALKS; i++) {
        buffer_clear (&a->walk[i].at);
        buffer_clear (&a->walk[i].next);
    }
    for (size_t i = 0; i < a->oracles; i++)
        VEC_CLEAR (a->asked[i]);
    buffer_clear (&a->shown);
    a->used = 0;
    memory_free (a->walk);
    memory_free (a->asked);
    a->walk = NULL;
    a->asked = NULL;
    a->oracles = 0;
}

/* Of splitmix64 (Steele, Lea, Flood 2014), below `limit`. */
static uint64_t
audit_random (struct audit *a, uint64_t limit)
{
    uint64_t z = a->random += UINT64_C (0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
    return (z ^ (z >> 31)) % limit;
}

static bool
audit_open (struct members_master *m)
{
    struct audit *a = &m->audit;
    struct problem p = {0};
    uint64_t percent =
        m->options.audit_percent ? m->options.audit_percent : AUDIT_PERCENT;
    if (!m->generator
        && !(m->generator = generator_open (m->options.program, &p))) {
        members_end (m, EXPLORE_FAILED, &p);
        return false;
    }
    if (getrandom (&a->random, sizeof a->random, 0) != sizeof a->random) {
        master_fail (&m->master, "audit: the system has no random numbers");
        return false;
    }
    audit_clear (a);
    a->walk = NEW_ARRAY (struct audit_walk, AUDIT_WALKS);
    a->oracles = m->master.peer.size;
    a->asked = NEW_ARRAY (struct members_numbers, a->oracles);
    a->left = m->result.states / 100 * percent;
    if (a->left > AUDIT_MOST && !m->options.audit_percent)
        a->left = AUDIT_MOST;
    if (a->left < AUDIT_LEAST)
        a->left = AUDIT_LEAST;
    a->under_way = true;
    return true;
}

/* Who is to blame that something is wrong with the edges of a state: its owner
 * expanded it; the root's edges are everybody's. */
static unsigned
audit_owner (const struct members_master *m, struct bytes state)
{
    return m->owners.member.at[owners_find (&m->owners, state)];
}

/* False: the search has ended. */
static bool
audit_edge (struct members_master *m, struct bytes at, const struct edge *e)
{
    if (!(e->marks & (EDGE_FAULT | EDGE_CUT)))
        return true;
    master_fail (&m->master,
                 "audit: member %u did not tell of a fault, or of something "
                 "that is not modelled, which its part of the search has",
                 at.size ? audit_owner (m, at)
                         : members_peer_at (m, m->alone.walker)->peer.who);
    return false;
}

static void
audit_ask (struct members_master *m, struct bytes from, struct bytes state)
{
    size_t owner = owners_find (&m->owners, state);
    struct members_peer *c = members_peer_at (m, owner);
    buffer_bytes (&c->load, state);
    VEC_PUSH (m->audit.asked[owner],
              from.size ? audit_owner (m, from) : c->peer.who);
}

/* At a state that was shown, or at the root. */
static void
audit_begin (struct audit *a, struct audit_walk *w)
{
    buffer_reset (&w->at);
    if (a->used == a->shown.size)
        return;
    struct reader r;
    reader_init (&r, buffer_view (&a->shown));
    reader_take (&r, a->used);
    struct bytes state = reader_bytes (&r);
    buffer_put (&w->at, state.data, state.size);
    a->used = (size_t) (r.at - a->shown.data);
}

/* Expands the state of a walk, asks for its successors and chooses one.  False:
 * the search has ended. */
static bool
audit_step (struct members_master *m, struct audit_walk *w)
{
    struct audit *a = &m->audit;
    struct bytes at = w->at.size ? buffer_view (&w->at) : (struct bytes) {0};
    struct edge e;
    uint64_t successors = 0;
    enum next next;
    buffer_reset (&w->next);
    generator_enter (m->generator, at);
    while ((next = generator_next (m->generator, &e)) == NEXT_EDGE) {
        if (!audit_edge (m, at, &e))
            return false;
        if (!e.target.size)
            continue;
        audit_ask (m, at, e.target);
        if (audit_random (a, ++successors))
            continue;
        buffer_reset (&w->next);
        buffer_put (&w->next, e.target.data, e.target.size);
    }
    if (next == NEXT_FAILED) {
        members_end (m, EXPLORE_FAILED, &m->generator->problem);
        return false;
    }
    struct buffer swap = w->at;
    w->at = w->next;
    w->next = swap;
    if (!w->at.size || !audit_random (a, AUDIT_STEPS))
        audit_begin (a, w);
    return true;
}

static void
audit_round (struct members_master *m)
{
    struct audit *a = &m->audit;
    for (size_t i = 0; i < a->oracles; i++)
        a->asked[i].size = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct members_peer *c = members_peer_at (m, i);
        buffer_reset (&c->load);
        buffer_uint (&c->load, m->epoch);
        buffer_uint (&c->load, c->peer.foreign ? 0 : MEMBERS_SHOWN);
        buffer_u64 (&c->load, audit_random (a, UINT64_MAX));
    }
    for (size_t i = 0; i < AUDIT_WALKS; i++)
        if (!audit_step (m, &a->walk[i]))
            return;
    a->left -= a->left < AUDIT_WALKS ? a->left : AUDIT_WALKS;
    buffer_reset (&a->shown);
    a->used = 0;
    members_enter (m, PHASE_AUDIT);
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct members_peer *c = members_peer_at (m, i);
        if (!c->in)
            continue;
        master_send (&m->master, &c->peer, MEMBERS_AUDIT,
                     buffer_view (&c->load));
        buffer_reset (&c->load);
    }
}

void
members_audit (struct members_master *m)
{
    assert (m->result.layers && !m->result.fault.found && !m->result.cuts);
    if (!audit_open (m))
        return;
    if (m->options.log)
        log_say (m->options.log, LOG_DETAIL,
                 "members have joined: %" PRIu64 " states are expanded again",
                 m->audit.left);
    audit_round (m);
}

void
members_audit_next (struct members_master *m)
{
    if (m->audit.left)
        audit_round (m);
    else
        members_end (m, EXPLORE_COMPLETE, NULL);
}

bool
members_hear_audited (struct members_master *m, struct members_peer *c,
                      struct reader *r)
{
    uint64_t missing = reader_uint (r);
    if (m->phase != PHASE_AUDIT)
        return false;
    size_t at = master_index (&m->master, &c->peer);
    assert (at < m->audit.oracles);
    const struct members_numbers *asked = &m->audit.asked[at];
    const uint8_t *shown = r->at;
    while (!r->failed && r->at != r->end)
        if (!reader_bytes (r).size)
            return false;
    if (r->failed || missing > asked->size
        || !members_answer (m, c, PHASE_AUDIT))
        return false;
    if (!c->peer.foreign)
        buffer_put (&m->audit.shown, shown, (size_t) (r->end - shown));
    if (!missing)
        return true;
    unsigned from = asked->at[missing - 1];
    if (from == c->peer.who)
        master_fail (&m->master,
                     "audit: member %u lacks a state that it must have", from);
    else
        master_fail (&m->master,
                     "audit: member %u did not send a state to member %u, or "
                     "that one lost it",
                     from, c->peer.who);
    return true;
}
