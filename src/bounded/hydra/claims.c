/* claims.c -- what hydra's clients refuted.
 *
 * A refutation needs some of the decisions of its part.  Whatever obeys these is
 * refuted as well, wherever it is in the tree: it is closed as soon as it is
 * open, and a client that is searching it is told.  Clients are not believed: what
 * is said by one is confirmed by one that waits. */
#include <assert.h>

#include "bounded/hydra/internal.h"

static bool
claim_refutes (const struct hydra_claim *c, const struct partition *part)
{
    return partition_implies (part, part->chosen.size, &c->partition);
}

/* The first claim from `first` on that refutes the part; their number: none. */
static size_t
claim_find (const struct hydra_server *m, size_t first,
            const struct partition *part)
{
    size_t i = first;
    while (i < m->claim.size && !claim_refutes (&m->claim.at[i], part))
        i++;
    return i;
}

void
hydra_claim (struct hydra_server *m, const struct partition *part,
             const struct search_answer *a)
{
    assert (a->kind == ANSWER_SAFE || a->kind == ANSWER_BOUNDED);
    struct hydra_leaf leaf = {.claim = claim_find (m, 0, part)};
    if (leaf.claim == m->claim.size) {
        struct hydra_claim c = {.bounded = a->kind == ANSWER_BOUNDED};
        partition_copy (&c.partition, &a->partition);
        VEC_PUSH (m->claim, c);
    }
    partition_copy (&leaf.partition, &m->claim.at[leaf.claim].partition);
    leaf.partition.chosen.size = 0;
    for (size_t i = 0; i < part->chosen.size; i++) {
        struct chosen c = part->chosen.at[i];
        c.site = partition_enter (&leaf.partition, part, c.site);
        VEC_PUSH (leaf.partition.chosen, c);
    }
    VEC_PUSH (m->leaf, leaf);
}

/* The answer that a worker would give that knew it. */
static void
claim_answer (const struct hydra_claim *c, struct search_answer *a)
{
    *a = (struct search_answer) {.kind =
                                     c->bounded ? ANSWER_BOUNDED : ANSWER_SAFE};
    partition_copy (&a->partition, &c->partition);
}

static void
prune_open (struct hydra_server *m, size_t first)
{
    for (uint32_t i = 0; i < m->ledger.part.size && !m->master.over; i++) {
        struct hydra_part *p = hydra_ledger_part (&m->ledger, i);
        size_t claim = p->state == PART_OPEN
                           ? claim_find (m, first, &p->partition)
                           : m->claim.size;
        if (claim == m->claim.size)
            continue;
        struct search_answer a;
        claim_answer (&m->claim.at[claim], &a);
        hydra_ledger_withdraw (&m->ledger, i);
        hydra_note_close (m, i, &a);
        hydra_settle (m, i, &a);
        search_answer_clear (&a);
        m->result.pruned++;
    }
}

static void
claim_send (struct hydra_server *m, struct hydra_peer *c, uint32_t tag,
            const struct hydra_claim *claim)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, claim->bounded);
    partition_write (&claim->partition, &b);
    master_send (&m->master, &c->peer, tag, buffer_view (&b));
    buffer_clear (&b);
}

static void
prune_held (struct hydra_server *m, size_t first)
{
    for (size_t i = 0; i < m->master.peer.size && !m->master.over; i++) {
        struct hydra_peer *c = hydra_peer_at (m, i);
        if (c->held == HYDRA_NONE)
            continue;
        const struct hydra_part *p = hydra_ledger_part (&m->ledger, c->held);
        size_t claim = claim_find (m, first, &p->partition);
        if (claim != m->claim.size)
            claim_send (m, c, HYDRA_CLAIM, &m->claim.at[claim]);
    }
}

void
hydra_prune (struct hydra_server *m, size_t first)
{
    prune_open (m, first);
    prune_held (m, first);
}

/* ---- confirming */

enum { CLAIM_LOSSES_MOST = 2 }; /* clients that a claim may cost */

static bool
claim_is_for (const struct hydra_claim *claim, unsigned who)
{
    return claim->trust == CLAIM_NEW
           || (claim->trust == CLAIM_TOLD && claim->teller != who);
}

bool
hydra_ask_to_confirm (struct hydra_server *m, struct hydra_peer *c)
{
    assert (c->held == HYDRA_NONE && c->claim == HYDRA_NONE);
    for (uint32_t i = 0; i < m->claim.size; i++)
        if (claim_is_for (&m->claim.at[i], c->peer.who)) {
            m->claim.at[i].trust = CLAIM_LOOKED_AT;
            c->claim = i;
            claim_send (m, c, HYDRA_CONFIRM, &m->claim.at[i]);
            return true;
        }
    return false;
}

bool
hydra_confirm (struct hydra_server *m, struct hydra_peer *c, struct reader *r)
{
    uint8_t refuted = reader_byte (r);
    if (c->claim == HYDRA_NONE || !reader_done (r) || refuted > 1)
        return false;
    struct hydra_claim *claim = &m->claim.at[c->claim];
    assert (claim->trust == CLAIM_LOOKED_AT && claim->teller != c->peer.who);
    bool enough = !c->peer.foreign || claim->teller || m->faults.one_word;
    claim->trust = !refuted ? CLAIM_DOUBTED
                   : enough ? CLAIM_CONFIRMED
                            : CLAIM_TOLD;
    claim->teller = c->peer.who;
    c->claim = HYDRA_NONE;
    master_progress (&m->master);
    return true;
}

bool
hydra_confirm_lost (struct hydra_server *m, struct hydra_peer *c)
{
    if (c->claim == HYDRA_NONE)
        return false;
    struct hydra_claim *claim = &m->claim.at[c->claim];
    claim->trust = ++claim->losses >= CLAIM_LOSSES_MOST ? CLAIM_DOUBTED
                   : claim->teller                      ? CLAIM_TOLD
                                                        : CLAIM_NEW;
    c->claim = HYDRA_NONE;
    return true;
}

/* Could another than who has told of it be asked? */
static bool
claim_can_be_asked (const struct hydra_server *m, const struct hydra_claim *c)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (claim_is_for (c, m->master.peer.at[i]->who))
            return true;
    return false;
}

bool
hydra_judged (const struct hydra_server *m)
{
    for (size_t i = 0; i < m->claim.size; i++) {
        const struct hydra_claim *c = &m->claim.at[i];
        if (c->trust == CLAIM_NEW || c->trust == CLAIM_LOOKED_AT
            || (c->trust == CLAIM_TOLD && claim_can_be_asked (m, c)))
            return false;
    }
    return true;
}

void
hydra_claims_clear (struct hydra_server *m)
{
    for (size_t i = 0; i < m->leaf.size; i++)
        partition_clear (&m->leaf.at[i].partition);
    for (size_t i = 0; i < m->claim.size; i++)
        partition_clear (&m->claim.at[i].partition);
    VEC_CLEAR (m->leaf);
    VEC_CLEAR (m->claim);
}
