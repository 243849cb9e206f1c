/* dispatch.c -- who gets which items.
 *
 * Only time depends on what is decided here. */
#include <assert.h>

#include "team/pool/master.h"

enum {
    BATCH_NS = 10000000, /* of work in a batch */
    BATCH_MOST = 64,     /* items in a batch */
    BATCH_QUEUE = 2,     /* batches of a worker, urgent ones not counted */
    STEAL_NS = 1000000   /* less queued work than this is not worth moving */
};

/* Sends items, all in one batch, that the ledger has as handed out. */
static void
pool_hand (struct pool_master *m, struct pool_peer *peer, const uint32_t *item,
           size_t n, bool alone)
{
    assert (n && (n == 1 || !alone));
    struct buffer body;
    buffer_init (&body);
    unsigned batch = peer_batch (peer);
    size_t front = 0;
    while (front < n && ledger_item (&m->ledger, item[front])->urgent)
        front++;
    buffer_uint (&body, front);
    for (size_t i = 0; i < n; i++) {
        buffer_bytes (&body, ledger_bytes (&m->ledger, item[i]));
        /* Urgent ones come next, behind the one that is at work. */
        peer_hold (peer, i < front ? 1 + i : SIZE_MAX,
                   (struct held) {item[i], (uint8_t) batch, alone, false});
    }
    master_send (&m->master, &peer->peer, POOL_BATCH, buffer_view (&body));
    buffer_clear (&body);
}

static void
pool_tell (struct pool_master *m, struct pool_peer *peer, enum pool_tag tag,
           const uint32_t *item, size_t n)
{
    struct buffer body;
    buffer_init (&body);
    for (size_t i = 0; i < n; i++)
        buffer_digest (&body, ledger_item (&m->ledger, item[i])->digest);
    master_send (&m->master, &peer->peer, tag, buffer_view (&body));
    buffer_clear (&body);
}

/* ---- dropping what is not needed any more */

static void
pool_sweep_peer (struct pool_master *m, struct pool_peer *peer)
{
    struct VEC (uint32_t) drop = {0};
    bool urgent = false;
    for (size_t i = 0; i < peer->held.size; i++) {
        struct held *h = &peer->held.at[i];
        const struct ledger_item *it = ledger_item (&m->ledger, h->item);
        bool open = it->state == LEDGER_HANDED;
        urgent |= open ? it->urgent : it->audit;
        if (h->cancelled || (open ? it->needed : it->audit))
            continue;
        h->cancelled = true;
        VEC_PUSH (drop, h->item);
    }
    if (drop.size) {
        pool_tell (m, peer, POOL_CANCEL, drop.at, drop.size);
        /* The one at work is interrupted, if that hurts nobody. */
        if (!urgent && peer->held.at[0].cancelled)
            team_cancel (m->master.team, peer->peer.who);
    }
    VEC_CLEAR (drop);
}

static void
pool_sweep (struct pool_master *m)
{
    m->forgot = false;
    for (size_t i = 0; i < m->master.peer.size; i++)
        pool_sweep_peer (m, pool_peer_at (m, i));
}

/* ---- items that cost a worker */

static struct pool_peer *
pool_idle (const struct pool_master *m, bool fresh)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (peer_idle (pool_peer_at (m, i))
            && !(fresh && pool_peer_at (m, i)->answered))
            return pool_peer_at (m, i);
    return NULL;
}

static void
pool_give_alone (struct pool_master *m)
{
    while (m->ledger.alone.size) {
        bool can_spawn = master_can_spawn (&m->master);
        struct pool_peer *peer = pool_idle (m, can_spawn);
        for (size_t i = 0; !peer && i < m->master.peer.size; i++) {
            struct pool_peer *other = pool_peer_at (m, i);
            if (other->reserved && !other->held.size
                && !other->peer.outbox.size)
                peer = other;
        }
        if (peer) {
            peer->reserved = false;
            m->result.retried++;
            uint32_t item = m->ledger.alone.at[0];
            ledger_hand (&m->ledger, item);
            pool_hand (m, peer, &item, 1, true);
            continue;
        }
        if (can_spawn) {
            master_spawn_fresh (&m->master);
            if (master_can_spawn (&m->master))
                return; /* somebody fresh comes */
            continue;
        }
        /* Nobody fresh will come: somebody finishes what it has first. */
        bool reserved = false;
        for (size_t i = 0; i < m->master.peer.size; i++)
            reserved |= pool_peer_at (m, i)->reserved;
        for (size_t i = 0; !reserved && i < m->master.peer.size; i++)
            if (peer_ready (pool_peer_at (m, i)))
                reserved = pool_peer_at (m, i)->reserved = true;
        return;
    }
    /* Another was free before who was kept for it. */
    for (size_t i = 0; i < m->master.peer.size; i++)
        pool_peer_at (m, i)->reserved = false;
}

/* ---- open items */

static size_t
pool_batch_size (const struct pool_master *m)
{
    size_t n = m->cost_ns ? BATCH_NS / m->cost_ns : 1;
    if (n > BATCH_MOST)
        n = BATCH_MOST;
    /* When there is little, everybody gets a part of it. */
    size_t parts = BATCH_QUEUE * m->master.peer.size;
    size_t share = (m->ledger.open + parts - 1) / parts;
    if (n > share)
        n = share;
    return n ? n : 1;
}

/* Is a guess the best that there is? */
static bool
pool_only_guesses (struct pool_master *m)
{
    uint32_t best = ledger_best (&m->ledger);
    if (best == LEDGER_NONE)
        return false;
    const struct ledger_item *it = ledger_item (&m->ledger, best);
    return !it->urgent && it->rank >= ORACLE_UNLIKELY;
}

/* Items of the best kind that is open, a batch at most. */
static size_t
pool_pick (struct pool_master *m, bool only_urgent, uint32_t item[BATCH_MOST])
{
    bool guesses = pool_only_guesses (m);
    size_t n = 0, most = pool_batch_size (m);
    while (n < most && pool_only_guesses (m) == guesses) {
        uint32_t best = ledger_best (&m->ledger);
        if (best == LEDGER_NONE
            || (only_urgent && !ledger_item (&m->ledger, best)->urgent))
            break;
        ledger_hand (&m->ledger, best);
        item[n++] = best;
    }
    return n;
}

static bool
pool_guesses (struct pool_master *m, const struct pool_peer *peer)
{
    if (!peer->held.size)
        return false;
    const struct ledger_item *it =
        ledger_item (&m->ledger, peer->held.at[0].item);
    return !it->urgent && it->rank >= ORACLE_UNLIKELY;
}

static void
pool_spread_guesses (struct pool_master *m)
{
    if (!pool_only_guesses (m))
        return;
    size_t free = m->master.peer.size / 3;
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (free && pool_guesses (m, pool_peer_at (m, i)))
            free--;
    for (size_t i = 0; free && i < m->master.peer.size; i++) {
        uint32_t item[BATCH_MOST];
        if (!peer_idle (pool_peer_at (m, i)))
            continue;
        size_t n = pool_pick (m, false, item);
        if (!n)
            return;
        pool_hand (m, pool_peer_at (m, i), item, n, false);
        free--;
    }
}

static void
pool_spread (struct pool_master *m)
{
    for (unsigned round = 0; round <= BATCH_QUEUE; round++)
        for (size_t i = 0; i < m->master.peer.size; i++) {
            struct pool_peer *peer = pool_peer_at (m, i);
            bool only_urgent = round == BATCH_QUEUE;
            if (!peer_ready (peer) || peer_batches (peer) != round)
                continue;
            if (pool_only_guesses (m))
                return;
            uint32_t item[BATCH_MOST];
            size_t n = pool_pick (m, only_urgent, item);
            if (!n)
                return;
            pool_hand (m, peer, item, n, false);
        }
}

/* ---- items that became urgent after they were handed out */

static void
pool_hurry (struct pool_master *m, uint32_t i)
{
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (it->state != LEDGER_HANDED || it->holders != 1)
        return;
    for (size_t k = 0; k < m->master.peer.size; k++) {
        struct pool_peer *peer = pool_peer_at (m, k);
        size_t at = peer_find (peer, i);
        if (at == PEER_NOT)
            continue;
        struct held *h = &peer->held.at[at];
        struct pool_peer *idle = pool_idle (m, false);
        if (at == 0 || h->cancelled)
            return;
        if (idle) {
            h->cancelled = true;
            pool_tell (m, peer, POOL_CANCEL, &i, 1);
            ledger_hand (&m->ledger, i);
            pool_hand (m, idle, &i, 1, false);
        } else {
            pool_tell (m, peer, POOL_URGE, &i, 1);
            peer_advance (peer, at);
        }
        return;
    }
}

/* ---- idle workers */

static bool
held_movable (struct pool_master *m, const struct held *h)
{
    const struct ledger_item *it = ledger_item (&m->ledger, h->item);
    return !h->cancelled && !h->alone && it->state == LEDGER_HANDED
           && it->holders == 1 && it->needed && !it->alone;
}

static size_t
peer_movable (struct pool_master *m, const struct pool_peer *peer)
{
    size_t n = 0;
    for (size_t i = 1; i < peer->held.size; i++)
        n += held_movable (m, &peer->held.at[i]);
    return n;
}

/* The worker with the longest queue gives half of it away. */
static bool
pool_steal (struct pool_master *m, struct pool_peer *idle)
{
    struct pool_peer *victim = NULL;
    size_t most = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        size_t n = peer_movable (m, pool_peer_at (m, i));
        if (n > most) {
            most = n;
            victim = pool_peer_at (m, i);
        }
    }
    if (!victim || most * m->cost_ns < STEAL_NS)
        return false;
    uint32_t item[BATCH_MOST];
    size_t n = 0, wanted = (most + 1) / 2;
    for (size_t i = victim->held.size;
         i-- > 1 && n < wanted && n < BATCH_MOST;) {
        struct held *h = &victim->held.at[i];
        if (!held_movable (m, h))
            continue;
        h->cancelled = true;
        item[n++] = h->item;
    }
    assert (n);
    for (size_t i = 0; i < n / 2; i++) { /* urgent ones stand in front */
        uint32_t swap = item[i];
        item[i] = item[n - 1 - i];
        item[n - 1 - i] = swap;
    }
    for (size_t i = 0; i < n; i++)
        ledger_hand (&m->ledger, item[i]);
    pool_tell (m, victim, POOL_CANCEL, item, n);
    pool_hand (m, idle, item, n, false);
    return true;
}

static void
pool_audit (struct pool_master *m, struct pool_peer *idle)
{
    for (size_t k = 0; k < m->audit.size; k++) {
        uint32_t i = m->audit.at[k];
        struct ledger_item *it = ledger_item (&m->ledger, i);
        assert (it->audit && it->state == LEDGER_CLOSED);
        if (it->holders || it->who == idle->peer.who)
            continue;
        ledger_hand (&m->ledger, i);
        pool_hand (m, idle, &i, 1, false);
        return;
    }
}

void
pool_dispatch (struct pool_master *m)
{
    if (!m->master.peer.size)
        return;
    if (m->forgot)
        pool_sweep (m);
    pool_give_alone (m);
    pool_spread (m);
    pool_spread_guesses (m);
    for (size_t i = 0; i < m->hot.size; i++)
        pool_hurry (m, m->hot.at[i]);
    m->hot.size = 0;
    if (ledger_best (&m->ledger) != LEDGER_NONE && !pool_only_guesses (m))
        return;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct pool_peer *peer = pool_peer_at (m, i);
        if (peer_idle (peer) && !pool_steal (m, peer))
            pool_audit (m, peer);
    }
}
