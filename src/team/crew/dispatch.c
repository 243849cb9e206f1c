/* dispatch.c -- who gets which items.
 *
 * Only time depends on what is decided here. */
#include <assert.h>

#include "team/crew/master.h"

enum {
    BATCH_NS = 10000000, /* of work in a batch */
    BATCH_MOST = 64,     /* items in a batch */
    BATCH_QUEUE = 2,     /* batches of a worker, urgent ones not counted */
    STEAL_NS = 1000000   /* less queued work than this is not worth moving */
};

/* Sends items, all in one batch, that the ledger has as handed out. */
static void
crew_hand (member *m, struct mate *mate, const uint32_t *item, size_t n,
           bool alone)
{
    assert (n && (n == 1 || !alone));
    struct buffer body;
    buffer_init (&body);
    unsigned batch = mate_batch (mate);
    size_t front = 0;
    while (front < n && ledger_item (&m->ledger, item[front])->urgent)
        front++;
    buffer_uint (&body, front);
    for (size_t i = 0; i < n; i++) {
        buffer_bytes (&body, ledger_bytes (&m->ledger, item[i]));
        /* Urgent ones come next, behind the one that is at work. */
        mate_hold (mate, i < front ? 1 + i : SIZE_MAX,
                   (struct held) {item[i], (uint8_t) batch, alone, false});
    }
    mate_send (mate, m->team, CREW_BATCH, buffer_view (&body));
    buffer_clear (&body);
}

static void
crew_tell (member *m, struct mate *mate, enum crew_tag tag,
           const uint32_t *item, size_t n)
{
    struct buffer body;
    buffer_init (&body);
    for (size_t i = 0; i < n; i++)
        buffer_digest (&body, ledger_item (&m->ledger, item[i])->digest);
    mate_send (mate, m->team, tag, buffer_view (&body));
    buffer_clear (&body);
}

/* ---- dropping what is not needed any more */

static void
crew_sweep_mate (member *m, struct mate *mate)
{
    struct VEC (uint32_t) drop = {0};
    bool urgent = false;
    for (size_t i = 0; i < mate->held.size; i++) {
        struct held *h = &mate->held.at[i];
        const struct ledger_item *it = ledger_item (&m->ledger, h->item);
        bool open = it->state == LEDGER_HANDED;
        urgent |= open ? it->urgent : it->audit;
        if (h->cancelled || (open ? it->needed : it->audit))
            continue;
        h->cancelled = true;
        VEC_PUSH (drop, h->item);
    }
    if (drop.size) {
        crew_tell (m, mate, CREW_CANCEL, drop.at, drop.size);
        /* The one at work is interrupted, if that hurts nobody. */
        if (!urgent && mate->held.at[0].cancelled)
            team_cancel (m->team, mate->who);
    }
    VEC_CLEAR (drop);
}

static void
crew_sweep (member *m)
{
    m->forgot = false;
    for (size_t i = 0; i < m->mate.size; i++)
        crew_sweep_mate (m, m->mate.at[i]);
}

/* ---- items that cost a worker */

static struct mate *
crew_idle (const member *m, bool fresh)
{
    for (size_t i = 0; i < m->mate.size; i++)
        if (mate_idle (m->mate.at[i]) && !(fresh && m->mate.at[i]->answered))
            return m->mate.at[i];
    return NULL;
}

static void
crew_give_alone (member *m)
{
    while (m->ledger.alone.size) {
        bool can_spawn = m->options.keep_alive && !m->spawn_fails;
        struct mate *mate = crew_idle (m, can_spawn);
        for (size_t i = 0; !mate && i < m->mate.size; i++) {
            struct mate *other = m->mate.at[i];
            if (other->reserved && !other->held.size && !other->outbox.size)
                mate = other;
        }
        if (mate) {
            mate->reserved = false;
            m->result.retried++;
            uint32_t item = m->ledger.alone.at[0];
            ledger_hand (&m->ledger, item);
            crew_hand (m, mate, &item, 1, true);
            continue;
        }
        if (can_spawn) {
            if (!m->owed && !m->coming) {
                m->owed = 1;
                crew_spawn (m);
            }
            if (!m->spawn_fails)
                return; /* somebody fresh comes */
            continue;
        }
        /* Nobody fresh will come: somebody finishes what it has first. */
        bool reserved = false;
        for (size_t i = 0; i < m->mate.size; i++)
            reserved |= m->mate.at[i]->reserved;
        for (size_t i = 0; !reserved && i < m->mate.size; i++)
            if (mate_ready (m->mate.at[i]))
                reserved = m->mate.at[i]->reserved = true;
        return;
    }
}

/* ---- open items */

static size_t
crew_batch_size (const member *m)
{
    size_t n = m->cost_ns ? BATCH_NS / m->cost_ns : 1;
    if (n > BATCH_MOST)
        n = BATCH_MOST;
    /* When there is little, everybody gets a part of it. */
    size_t parts = BATCH_QUEUE * m->mate.size;
    size_t share = (m->ledger.open + parts - 1) / parts;
    if (n > share)
        n = share;
    return n ? n : 1;
}

static void
crew_spread (member *m)
{
    for (unsigned round = 0; round <= BATCH_QUEUE; round++)
        for (size_t i = 0; i < m->mate.size; i++) {
            struct mate *mate = m->mate.at[i];
            bool only_urgent = round == BATCH_QUEUE;
            if (!mate_ready (mate) || mate_batches (mate) != round)
                continue;
            uint32_t item[BATCH_MOST];
            size_t n = 0, most = crew_batch_size (m);
            while (n < most) {
                uint32_t best = ledger_best (&m->ledger);
                if (best == LEDGER_NONE
                    || (only_urgent && !ledger_item (&m->ledger, best)->urgent))
                    break;
                ledger_hand (&m->ledger, best);
                item[n++] = best;
            }
            if (!n)
                return;
            crew_hand (m, mate, item, n, false);
        }
}

/* ---- items that became urgent after they were handed out */

static void
crew_hurry (member *m, uint32_t i)
{
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (it->state != LEDGER_HANDED || it->holders != 1)
        return;
    for (size_t k = 0; k < m->mate.size; k++) {
        struct mate *mate = m->mate.at[k];
        size_t at = mate_find (mate, i);
        if (at == MATE_NOT)
            continue;
        struct held *h = &mate->held.at[at];
        struct mate *idle = crew_idle (m, false);
        if (at == 0 || h->cancelled)
            return;
        if (idle) {
            h->cancelled = true;
            crew_tell (m, mate, CREW_CANCEL, &i, 1);
            ledger_hand (&m->ledger, i);
            crew_hand (m, idle, &i, 1, false);
        } else {
            crew_tell (m, mate, CREW_URGE, &i, 1);
            mate_advance (mate, at);
        }
        return;
    }
}

/* ---- idle workers */

static bool
held_movable (member *m, const struct held *h)
{
    const struct ledger_item *it = ledger_item (&m->ledger, h->item);
    return !h->cancelled && !h->alone && it->state == LEDGER_HANDED
           && it->holders == 1 && it->needed && !it->alone;
}

static size_t
mate_movable (member *m, const struct mate *mate)
{
    size_t n = 0;
    for (size_t i = 1; i < mate->held.size; i++)
        n += held_movable (m, &mate->held.at[i]);
    return n;
}

/* The worker with the longest queue gives half of it away. */
static bool
crew_steal (member *m, struct mate *idle)
{
    struct mate *victim = NULL;
    size_t most = 0;
    for (size_t i = 0; i < m->mate.size; i++) {
        size_t n = mate_movable (m, m->mate.at[i]);
        if (n > most) {
            most = n;
            victim = m->mate.at[i];
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
    crew_tell (m, victim, CREW_CANCEL, item, n);
    crew_hand (m, idle, item, n, false);
    return true;
}

static void
crew_audit (member *m, struct mate *idle)
{
    for (size_t k = 0; k < m->audit.size; k++) {
        uint32_t i = m->audit.at[k];
        struct ledger_item *it = ledger_item (&m->ledger, i);
        assert (it->audit && it->state == LEDGER_CLOSED);
        if (it->holders || it->who == idle->who)
            continue;
        ledger_hand (&m->ledger, i);
        crew_hand (m, idle, &i, 1, false);
        return;
    }
}

void
crew_dispatch (member *m)
{
    if (!m->mate.size)
        return;
    if (m->forgot)
        crew_sweep (m);
    crew_give_alone (m);
    crew_spread (m);
    for (size_t i = 0; i < m->hot.size; i++)
        crew_hurry (m, m->hot.at[i]);
    m->hot.size = 0;
    if (ledger_best (&m->ledger) != LEDGER_NONE)
        return;
    for (size_t i = 0; i < m->mate.size; i++) {
        struct mate *mate = m->mate.at[i];
        if (mate_idle (mate) && !crew_steal (m, mate))
            crew_audit (m, mate);
    }
}
