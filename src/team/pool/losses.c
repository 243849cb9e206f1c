/* losses.c -- workers that die, and those that replace them.
 *
 * The ledger forgets nothing: what a lost worker held and nobody else has is
 * open again at once.  The transport has fenced the worker off by then. */
#include <assert.h>
#include <string.h>

#include "team/pool/master.h"

enum {
    LOSSES_BARREN = 10, /* workers in a row that died and answered nothing */
    LOSSES_SPAWNS = 1000,
    LOSSES_SECOND_NS = 1000000000,
};
static const uint64_t losses_late_ns = 10ull * LOSSES_SECOND_NS;
static const uint64_t losses_empty_ns = 30ull * LOSSES_SECOND_NS;

/* The worker was lost over this item, as far as one can tell. */
static void
pool_blame (member *m, const struct held *h)
{
    if (ledger_item (&m->ledger, h->item)->state == LEDGER_CLOSED)
        return;
    if (h->alone && pool_breaks (m, "lost-is-answer")) {
        memo_put (m->options.memo, ledger_item (&m->ledger, h->item)->digest,
                  (struct bytes) {0}, 0, 0);
        ledger_close (&m->ledger, h->item);
        m->stirred = true;
        return;
    }
    if (h->alone && !pool_breaks (m, "third-life")) {
        char text[256];
        pool_describe (m, h->item, text, sizeof text);
        pool_fail (m, "a worker died twice on one item: %s", text);
        return;
    }
    ledger_blame (&m->ledger, h->item);
}

static void
pool_remove (member *m, unsigned who)
{
    size_t at = 0;
    while (m->peer.at[at]->who != who)
        at++;
    peer_free (m->peer.at[at]);
    m->peer.size--;
    memmove (m->peer.at + at, m->peer.at + at + 1,
             (m->peer.size - at) * sizeof *m->peer.at);
}

void
pool_lost (member *m, unsigned who)
{
    struct peer *peer = pool_peer (m, who);
    if (!peer)
        return;
    m->result.lost_workers++;
    if (m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "worker %u is lost; %zu items go to others", who,
                 peer->held.size);
    if (peer->held.size && !peer->answered)
        m->barren++;
    if (peer->held.size)
        pool_blame (m, &peer->held.at[0]);
    for (size_t i = 0; i < peer->held.size; i++)
        if (!pool_breaks (m, "forget-lost"))
            ledger_return (&m->ledger, peer->held.at[i].item);
    pool_remove (m, who);
    if (m->barren >= LOSSES_BARREN)
        pool_fail (m, "%u workers in a row died and answered nothing",
                   m->barren);
    if (m->options.keep_alive && !m->finished) {
        m->owed++;
        pool_spawn (m);
    }
    pool_watch_empty (m);
}

void
pool_spawn (member *m)
{
    uint64_t now = team_now (m->team);
    while (m->owed && !m->spawn_fails) {
        uint64_t *slot = &m->spawned_ns[m->spawned % POOL_SPAWNS_PER_SECOND];
        if (m->spawned >= POOL_SPAWNS_PER_SECOND
            && now - *slot < LOSSES_SECOND_NS) {
            if (!m->spawn_planned)
                team_alarm (m->team, LOSSES_SECOND_NS - (now - *slot),
                            POOL_SPAWN);
            m->spawn_planned = true;
            return;
        }
        if (m->spawned >= LOSSES_SPAWNS || !team_spawn (m->team)) {
            m->spawn_fails = true;
            return;
        }
        *slot = now;
        m->spawned++;
        m->owed--;
        m->coming++;
    }
}

void
pool_despair (member *m)
{
    if (!m->coming)
        return;
    uint64_t last = m->spawned_ns[(m->spawned - 1) % POOL_SPAWNS_PER_SECOND];
    if (team_now (m->team) - last >= losses_late_ns)
        m->coming = 0;
}

void
pool_watch_empty (member *m)
{
    if (!m->peer.size && !m->finished)
        team_alarm (m->team, losses_empty_ns,
                    POOL_EMPTY + POOL_ALARMS * m->epoch);
}
