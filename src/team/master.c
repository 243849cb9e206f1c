/* master.c -- see master.h. */
#include "team/master.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    SECOND_NS = 1000000000,
    FRUITLESS_MOST = 10, /* losses beyond the number of workers */
    SPAWNS_MOST = 1000
};
static const uint64_t late_ns = 10ull * SECOND_NS, /* for a spawned worker */
    empty_ns = 30ull * SECOND_NS;

enum { ALARM_TICK = 1, ALARM_SPAWN, ALARM_EMPTY /* and joins << 8 */ };

/* A protocol's master begins with it. */
static struct master *
master_of (member *m)
{
    return (struct master *) m;
}

static member *
member_of (struct master *m)
{
    return (member *) m;
}

void
master_init (struct master *m, const struct master_class *class)
{
    assert (class->peer_size >= sizeof (struct peer));
    *m = (struct master) {.class = class};
}

static void
master_drop (struct master *m, struct peer *p)
{
    if (m->class->peer_clear)
        m->class->peer_clear (p);
    peer_clear (p);
    memory_free (p);
}

void
master_clear (struct master *m)
{
    for (size_t i = 0; i < m->peer.size; i++)
        master_drop (m, m->peer.at[i]);
    VEC_CLEAR (m->peer);
}

struct peer *
master_find (const struct master *m, unsigned who)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i]->who == who)
            return m->peer.at[i];
    return NULL;
}

size_t
master_index (const struct master *m, const struct peer *p)
{
    size_t at = 0;
    while (m->peer.at[at] != p)
        at++;
    assert (at < m->peer.size);
    return at;
}

void
master_send (struct master *m, struct peer *p, uint32_t tag, struct bytes body)
{
    peer_send (p, m->team, tag, body);
}

static int
peer_order (const void *a, const void *b)
{
    const struct peer *x = *(struct peer *const *) a,
                      *y = *(struct peer *const *) b;
    return (x->who > y->who) - (x->who < y->who);
}

void
master_sort (struct master *m)
{
    if (m->peer.size)
        qsort (m->peer.at, m->peer.size, sizeof *m->peer.at, peer_order);
}

void
master_progress (struct master *m)
{
    m->fruitless = 0;
}

uint64_t
master_spent_ns (const struct master *m)
{
    return m->spent_ns + (clock_wall_ns () - m->entered_ns);
}

/* ---- the end */

void
master_finish (struct master *m)
{
    assert (!m->over);
    m->over = true;
    team_finish (m->team);
}

void
master_fail (struct master *m, const char *format, ...)
{
    if (m->over)
        return;
    char text[480];
    va_list list;
    va_start (list, format);
    vsnprintf (text, sizeof text, format, list);
    va_end (list);
    struct problem problem = {0};
    problem_of_kind (&problem, PROBLEM_RESOURCE, (struct place) {0}, "%s",
                     text);
    m->class->fail (member_of (m), &problem);
    assert (m->over);
}

/* ---- workers that replace others */

bool
master_can_spawn (const struct master *m)
{
    return m->replaces && !m->spawn_fails;
}

/* Those that are owed, not too many at once. */
static void
master_spawn (struct master *m)
{
    uint64_t now = team_now (m->team);
    while (m->owed && !m->spawn_fails) {
        uint64_t *slot = &m->spawned_ns[m->spawned % MASTER_SPAWNS_PER_SECOND];
        if (m->spawned >= MASTER_SPAWNS_PER_SECOND && now - *slot < SECOND_NS) {
            if (!m->spawn_planned)
                team_alarm (m->team, SECOND_NS - (now - *slot), ALARM_SPAWN);
            m->spawn_planned = true;
            return;
        }
        if (m->spawned >= SPAWNS_MOST || !team_spawn (m->team)) {
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
master_spawn_fresh (struct master *m)
{
    assert (m->replaces);
    if (m->coming) {
        uint64_t last =
            m->spawned_ns[(m->spawned - 1) % MASTER_SPAWNS_PER_SECOND];
        if (team_now (m->team) - last >= late_ns)
            m->coming = 0; /* it should have come long ago */
    }
    if (m->owed || m->coming)
        return;
    m->owed = 1;
    master_spawn (m);
}

/* ---- what the team says */

/* If nobody is there: gives up unless somebody comes in time. */
static void
master_watch (struct master *m)
{
    if (!m->peer.size)
        team_alarm (m->team, empty_ns, m->joins << 8 | ALARM_EMPTY);
}

/* False: it is over. */
static bool
master_enter (struct master *m, team *t)
{
    m->team = t;
    if (m->over)
        return false;
    m->entered_ns = clock_wall_ns ();
    if (m->begun)
        return true;
    m->begun = true;
    if (m->ticks)
        team_alarm (t, SECOND_NS, ALARM_TICK);
    if (!m->patient)
        master_watch (m);
    if (m->class->begin)
        m->class->begin (member_of (m));
    return !m->over;
}

static void
master_leave (struct master *m)
{
    if (!m->over && m->class->turn)
        m->class->turn (member_of (m));
    m->spent_ns += clock_wall_ns () - m->entered_ns;
}

void
master_receive (member *self, team *t, const struct message *message)
{
    struct master *m = master_of (self);
    if (!master_enter (m, t))
        return;
    struct peer *p = master_find (m, message->from);
    if (p && !m->class->heard (self, p, message) && !m->over) {
        if (m->log)
            log_say (m->log, LOG_SAY,
                     "%s %u sent a malformed message and is expelled",
                     m->class->worker, p->who);
        team_expel (t, p->who); /* the rest follows from its loss */
    }
    master_leave (m);
}

void
master_alarm (member *self, team *t, uint64_t what)
{
    struct master *m = master_of (self);
    if (!master_enter (m, t))
        return;
    if (what == TEAM_WRITABLE)
        for (size_t i = 0; i < m->peer.size; i++)
            peer_resume (m->peer.at[i], t);
    else if (what == ALARM_TICK) {
        m->class->tick (self);
        if (!m->over)
            team_alarm (t, SECOND_NS, ALARM_TICK);
    } else if (what == ALARM_SPAWN) {
        m->spawn_planned = false;
        master_spawn (m);
    } else if ((what & UINT8_MAX) == ALARM_EMPTY) {
        if (!m->peer.size && what >> 8 == m->joins)
            master_fail (m, "all %ss are lost", m->class->worker);
    } else if (m->class->alarm)
        m->class->alarm (self, what);
    master_leave (m);
}

void
master_joined (member *self, team *t, unsigned who)
{
    struct master *m = master_of (self);
    if (!master_enter (m, t))
        return;
    assert (who != TEAM_MASTER && !master_find (m, who));
    struct peer *p = memory_new (m->class->peer_size);
    p->who = who;
    p->foreign = team_foreign (t);
    VEC_PUSH (m->peer, p);
    if (m->peer.size > m->most)
        m->most = m->peer.size;
    m->joins++;
    m->coming -= m->coming > 0;
    if (m->log)
        log_worker (m->log, m->class->worker, who, false);
    m->class->joined (self, p);
    master_leave (m);
}

/* Out of the list, in which the others keep their order. */
static void
master_remove (struct master *m, const struct peer *p)
{
    size_t at = master_index (m, p);
    m->peer.size--;
    memmove (m->peer.at + at, m->peer.at + at + 1,
             (m->peer.size - at) * sizeof *m->peer.at);
}

void
master_lost (member *self, team *t, unsigned who)
{
    struct master *m = master_of (self);
    if (!master_enter (m, t))
        return;
    struct peer *p = master_find (m, who);
    if (!p)
        return;
    m->lost++;
    if (m->log) {
        log_say (m->log, LOG_SAY, "%s %u is lost", m->class->worker, who);
        log_worker (m->log, m->class->worker, who, true);
    }
    master_remove (m, p);
    m->fruitless += m->class->lost (self, p);
    master_drop (m, p);
    if (m->fruitless >= FRUITLESS_MOST + m->most)
        master_fail (m, "%s%u %ss in a row died and finished nothing",
                     team_exhausted (t) ? "memory: " : "", m->fruitless,
                     m->class->worker);
    if (!m->over) {
        m->owed += m->replaces;
        master_spawn (m);
        master_watch (m);
    }
    master_leave (m);
}
