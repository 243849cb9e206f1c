/* losses.c -- clients that die, and those that replace them.
 *
 * What a lost client held, and what it had sent, goes to nobody's deque: in the
 * deque of a living client, that client's POP would take it for something of
 * its own.  The transport has fenced the lost one off by then. */
#include <assert.h>
#include <string.h>

#include "bounded/hydra/internal.h"

enum {
    LOSSES_MOST = 2,     /* clients that one partition may cost */
    LOSSES_BARREN = 100, /* clients in a row with nothing closed between */
    LOSSES_SPAWNS = 1000,
};
static const uint64_t losses_empty_ns = 30000000000;

static void
hydra_blame (member *m, uint32_t part)
{
    struct hydra_part *p = hydra_ledger_part (&m->ledger, part);
    assert (p->state == PART_OPEN);
    if (++p->losses < LOSSES_MOST)
        return;
    struct text t;
    text_init (&t);
    hydra_describe (&p->partition, m->options.passive, &t);
    hydra_fail (m, "two clients died on one partition: %.300s", text_view (&t));
    text_clear (&t);
}

static void
ghost_make (member *m, const struct hydra_client *c)
{
    assert (c->held != HYDRA_NONE);
    m->ghost = memory_resize (m->ghost, (m->ghosts + 1) * sizeof *m->ghost);
    m->ghost[m->ghosts++] = (struct hydra_ghost) {c->who, c->held};
}

void
hydra_ghost_says (member *m, unsigned who, struct search_answer *a)
{
    for (size_t i = 0; i < m->ghosts; i++) {
        uint32_t held = m->ghost[i].held;
        if (m->ghost[i].who != who
            || hydra_ledger_part (&m->ledger, held)->state != PART_HELD)
            continue;
        for (size_t k = 0; k < m->client.size; k++)
            if (m->client.at[k].held == held)
                m->client.at[k].held = HYDRA_NONE;
        hydra_close (m, held, a, false);
        return;
    }
}

static void
hydra_return (member *m, const struct hydra_client *c)
{
    unsigned deque = HYDRA_NOBODY;
    assert (c->held != HYDRA_NONE && !c->waits);
    if (hydra_breaks (m, "fenced-outcome"))
        ghost_make (m, c);
    if (hydra_breaks (m, "lost-to-living"))
        for (size_t i = 0; i < m->client.size; i++)
            if (m->client.at[i].who != c->who
                && m->client.at[i].held != HYDRA_NONE)
                deque = m->client.at[i].who;
    hydra_ledger_return (&m->ledger, c->held, deque);
    hydra_blame (m, c->held);
}

static void
waiting_remove (member *m, unsigned who)
{
    size_t keep = 0;
    for (size_t i = 0; i < m->waiting.size; i++)
        if (m->waiting.at[i] != who)
            m->waiting.at[keep++] = m->waiting.at[i];
    m->waiting.size = keep;
}

void
hydra_lost (member *m, unsigned who)
{
    struct hydra_client *c = hydra_client_of (m, who);
    if (!c)
        return;
    m->result.lost++;
    if (m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "client %u is lost; what it held goes to others", who);
    m->barren += c->held != HYDRA_NONE || !c->asked;
    if (c->held != HYDRA_NONE)
        hydra_return (m, c);
    hydra_ledger_leave (&m->ledger, who);
    waiting_remove (m, who);
    peer_free (c->link);
    size_t at = (size_t) (c - m->client.at);
    assert (at < m->client.size);
    m->client.size--;
    memmove (c, c + 1, (m->client.size - at) * sizeof *c);
    if (m->finished)
        return;
    if (m->barren >= LOSSES_BARREN) {
        hydra_fail (m, "%u clients in a row died and closed nothing",
                    m->barren);
        return;
    }
    if (m->spawned < LOSSES_SPAWNS)
        m->spawned += team_spawn (m->team);
    hydra_watch_empty (m);
}

void
hydra_watch_empty (member *m)
{
    if (!m->client.size && !m->finished)
        team_alarm (m->team, losses_empty_ns,
                    HYDRA_EMPTY + HYDRA_ALARMS * m->epoch);
}
