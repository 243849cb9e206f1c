/* losses.c -- workers that die, and those that replace them.
 *
 * The ledger forgets nothing: what a lost worker held and nobody else has is
 * open again at once.  The transport has fenced the worker off by then. */
#include <assert.h>
#include <string.h>

#include "team/crew/master.h"

enum {
    LOSSES_BARREN = 10, /* workers in a row that died and answered nothing */
    LOSSES_SPAWNS = 1000,
    LOSSES_SECOND_NS = 1000000000,
};
static const uint64_t losses_late_ns = 10ull * LOSSES_SECOND_NS;
static const uint64_t losses_empty_ns = 30ull * LOSSES_SECOND_NS;

/* The worker was lost over this item, as far as one can tell. */
static void
crew_blame (member *m, const struct held *h)
{
    if (ledger_item (&m->ledger, h->item)->state == LEDGER_CLOSED)
        return;
    if (h->alone && crew_breaks (m, "lost-is-answer")) {
        memo_put (m->options.memo, ledger_item (&m->ledger, h->item)->digest,
                  (struct bytes) {0}, 0, 0);
        ledger_close (&m->ledger, h->item);
        m->stirred = true;
        return;
    }
    if (h->alone && !crew_breaks (m, "third-life")) {
        char text[256];
        crew_describe (m, h->item, text, sizeof text);
        crew_fail (m, "a worker died twice on one item: %s", text);
        return;
    }
    ledger_blame (&m->ledger, h->item);
}

static void
crew_remove (member *m, unsigned who)
{
    size_t at = 0;
    while (m->mate.at[at]->who != who)
        at++;
    mate_free (m->mate.at[at]);
    m->mate.size--;
    memmove (m->mate.at + at, m->mate.at + at + 1,
             (m->mate.size - at) * sizeof *m->mate.at);
}

void
crew_lost (member *m, unsigned who)
{
    struct mate *mate = crew_mate (m, who);
    if (!mate)
        return;
    m->result.lost_workers++;
    if (m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "worker %u is lost; %zu items go to others", who,
                 mate->held.size);
    if (mate->held.size && !mate->answered)
        m->barren++;
    if (mate->held.size)
        crew_blame (m, &mate->held.at[0]);
    for (size_t i = 0; i < mate->held.size; i++)
        if (!crew_breaks (m, "forget-lost"))
            ledger_return (&m->ledger, mate->held.at[i].item);
    crew_remove (m, who);
    if (m->barren >= LOSSES_BARREN)
        crew_fail (m, "%u workers in a row died and answered nothing",
                   m->barren);
    if (m->options.keep_alive && !m->finished) {
        m->owed++;
        crew_spawn (m);
    }
    crew_watch_empty (m);
}

void
crew_spawn (member *m)
{
    uint64_t now = team_now (m->team);
    while (m->owed && !m->spawn_fails) {
        uint64_t *slot = &m->spawned_ns[m->spawned % CREW_SPAWNS_PER_SECOND];
        if (m->spawned >= CREW_SPAWNS_PER_SECOND
            && now - *slot < LOSSES_SECOND_NS) {
            if (!m->spawn_planned)
                team_alarm (m->team, LOSSES_SECOND_NS - (now - *slot),
                            CREW_SPAWN);
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
crew_despair (member *m)
{
    if (!m->coming)
        return;
    uint64_t last = m->spawned_ns[(m->spawned - 1) % CREW_SPAWNS_PER_SECOND];
    if (team_now (m->team) - last >= losses_late_ns)
        m->coming = 0;
}

void
crew_watch_empty (member *m)
{
    if (!m->mate.size && !m->finished)
        team_alarm (m->team, losses_empty_ns,
                    CREW_EMPTY + CREW_ALARMS * m->epoch);
}
