/* events.c -- the ledger as a list of events, so that a run can go on.
 *
 * Event n stands in the memo under the item "hydra", digest of the program, n:
 *
 *     1, part, partition         the part was split: this was sent
 *     2, part, answer            the part was closed
 *
 * Who held what is not noted: a run that goes on has other clients, and what
 * is not closed is open. */
#include <assert.h>

#include "bounded/hydra/internal.h"

enum { EVENT_SPLIT = 1, EVENT_CLOSE };
static const uint64_t sync_ns = 200000000;

static struct digest
event_key (const struct hydra_server *m)
{
    struct buffer b;
    buffer_init (&b);
    buffer_string (&b, "hydra");
    buffer_digest (&b, m->identity);
    buffer_uint (&b, m->events);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

static void
event_add (struct hydra_server *m, const struct buffer *b)
{
    if (!m->options.events)
        return;
    bool fresh =
        memo_put (m->options.events, event_key (m), buffer_view (b), 0, 0);
    assert (fresh);
    (void) fresh;
    m->events++;
    struct problem problem = {0};
    if (!memo_sync (m->options.events, false, &problem))
        master_fail (&m->master, "%s", problem.message);
    else if (!m->sync_planned && !m->master.over) {
        m->sync_planned = true;
        team_alarm (m->master.team, sync_ns, HYDRA_SYNC);
    }
}

void
hydra_note_split (struct hydra_server *m, uint32_t part,
                  const struct partition *sent)
{
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, EVENT_SPLIT);
    buffer_uint (&b, part);
    partition_write (sent, &b);
    event_add (m, &b);
    buffer_clear (&b);
}

void
hydra_note_close (struct hydra_server *m, uint32_t part,
                  const struct search_answer *a)
{
    struct buffer b, answer;
    buffer_init (&b);
    buffer_init (&answer);
    buffer_byte (&b, EVENT_CLOSE);
    buffer_uint (&b, part);
    search_answer_write (a, &answer);
    buffer_put (&b, answer.data, answer.size);
    event_add (m, &b);
    buffer_clear (&answer);
    buffer_clear (&b);
}

/* ---- playing them */

static bool
play_split (struct hydra_server *m, struct reader *r, uint32_t part)
{
    struct partition sent;
    assert (part < m->ledger.part.size);
    if (!partition_read (&sent, m->options.passive, r))
        return false;
    const struct hydra_part *p = hydra_ledger_part (&m->ledger, part);
    bool good = reader_done (r) && hydra_splits (&p->partition, &sent);
    if (good)
        hydra_ledger_split (&m->ledger, part, &sent, HYDRA_NOBODY,
                            HYDRA_NOBODY);
    partition_clear (&sent);
    return good;
}

static bool
play_close (struct hydra_server *m, struct reader *r, uint32_t part)
{
    assert (part < m->ledger.part.size);
    struct bytes answer = reader_take (r, (size_t) (r->end - r->at));
    struct search_answer a;
    if (r->failed || !search_answer_read (&a, m->options.passive, answer))
        return false;
    const struct hydra_part *p = hydra_ledger_part (&m->ledger, part);
    bool good = hydra_closes (&p->partition, &a);
    if (good)
        hydra_settle (m, part, &a);
    search_answer_clear (&a);
    return good;
}

static bool
play_one (struct hydra_server *m, struct bytes event)
{
    struct reader r;
    reader_init (&r, event);
    uint8_t kind = reader_byte (&r);
    uint64_t part = reader_uint (&r);
    if (r.failed || part >= m->ledger.part.size
        || m->ledger.part.at[part].state != PART_HELD)
        return false;
    if (kind == EVENT_SPLIT)
        return play_split (m, &r, (uint32_t) part);
    return kind == EVENT_CLOSE && play_close (m, &r, (uint32_t) part);
}

/* While events are played every part that is not closed counts as held. */
static void
play_hold (struct hydra_ledger *l)
{
    while (hydra_ledger_take (l) != HYDRA_NONE)
        continue;
}

bool
hydra_play (struct hydra_server *m)
{
    struct bytes event;
    uint64_t units;
    bool good = true;
    if (!m->options.events)
        return true;
    assert (!m->events);
    while (good
           && memo_get (m->options.events, event_key (m), &event, &units)) {
        play_hold (&m->ledger);
        good = play_one (m, event);
        m->events++;
    }
    play_hold (&m->ledger);
    for (uint32_t i = 0; i < m->ledger.part.size; i++)
        if (m->ledger.part.at[i].state == PART_HELD)
            hydra_ledger_return (&m->ledger, i, HYDRA_NOBODY);
    assert (hydra_ledger_sound (&m->ledger));
    return good;
}
