/* even.c -- partitions that change their owner between two layers, as
 * the master does it (members.h).
 *
 * Of an overloaded member the heaviest partitions go first, each to whoever has
 * least, as long as that makes the two more alike.  Nothing but time depends on
 * it. */
#include <inttypes.h>
#include <stdlib.h>

#include "explore/members/internal.h"

enum { UNEVEN_STATES = 20000, UNEVEN_PERCENT = 120 };

static size_t
members_in (const struct members_master *m)
{
    return m->owners.member.size;
}

static uint64_t
states_in (const struct members_master *m)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < members_in (m); i++)
        sum += members_peer_at (m, i)->states;
    return sum;
}

static bool
has_too_many (const struct members_master *m, const struct members_peer *c,
              uint64_t all)
{
    uint64_t percent = m->options.uneven_percent;
    percent = percent ? percent : UNEVEN_PERCENT;
    return c->states * members_in (m) * 100 > percent * all;
}

static bool
is_nearly_full (const struct members_master *m, const struct members_peer *c)
{
    uint64_t limit = m->options.memory_bytes;
    return limit && c->bytes > limit - limit / 8;
}

static bool
is_overloaded (const struct members_master *m, const struct members_peer *c,
               uint64_t all)
{
    return has_too_many (m, c, all)
           || (is_nearly_full (m, c) && c->states * members_in (m) > all);
}

bool
members_even (struct members_master *m)
{
    uint64_t all = states_in (m), last = m->evened;
    uint64_t least = m->options.uneven_states;
    least = least ? least : UNEVEN_STATES;
    bool some = false;
    if (members_in (m) < 2 || all < least || all - last < last / 4)
        return false;
    for (size_t i = 0; i < members_in (m); i++)
        some |= is_overloaded (m, members_peer_at (m, i), all);
    if (!some)
        return false;
    m->evened = all;
    assert (!m->weight);
    m->weight = NEW_ARRAY (uint64_t, MEMBERS_PARTITIONS);
    members_enter (m, PHASE_WEIGH);
    for (size_t i = 0; i < members_in (m); i++) {
        struct members_peer *c = members_peer_at (m, i);
        struct buffer b;
        letter_begin (m, &b);
        buffer_byte (&b, is_overloaded (m, c, all));
        master_send (&m->master, &c->peer, MEMBERS_WEIGH, buffer_view (&b));
        buffer_clear (&b);
    }
    return true;
}

/* ---- who gets what */

struct load {
    unsigned partition;
    uint64_t states;
};

static int
load_order (const void *a, const void *b)
{
    const struct load *x = a, *y = b;
    if (x->states != y->states)
        return x->states < y->states ? 1 : -1;
    return (x->partition > y->partition) - (x->partition < y->partition);
}

static size_t
least_loaded (const uint64_t *states, size_t members)
{
    size_t least = 0;
    for (size_t i = 1; i < members; i++)
        if (states[i] < states[least])
            least = i;
    return least;
}

/* Changes the table; gives the number of partitions that move. */
static unsigned
owners_even (struct members_master *m)
{
    struct load load[MEMBERS_PARTITIONS];
    size_t loads = 0, members = members_in (m);
    uint64_t *states = NEW_ARRAY (uint64_t, members);
    uint64_t all = states_in (m);
    unsigned moved = 0;
    for (size_t i = 0; i < members; i++)
        states[i] = members_peer_at (m, i)->states;
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        if (m->weight[p])
            load[loads++] = (struct load) {p, m->weight[p]};
    qsort (load, loads, sizeof *load, load_order);
    for (size_t i = 0; i < loads; i++) {
        uint16_t *owner = &m->owners.of_partition[load[i].partition];
        size_t to = least_loaded (states, members);
        bool better = states[to] + load[i].states < states[*owner];
        if (!better || states[*owner] * members <= all)
            continue;
        states[*owner] -= load[i].states;
        states[to] += load[i].states;
        *owner = (uint16_t) to;
        moved++;
    }
    memory_free (states);
    return moved;
}

void
members_move (struct members_master *m)
{
    struct buffer b;
    members_enter (m, PHASE_AGREE);
    letter_begin (m, &b);
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        buffer_uint (&b, m->owners.of_partition[p]);
    members_tell (m, MEMBERS_OWNERS, &b);
    buffer_clear (&b);
}

static void
even_weighed (struct members_master *m)
{
    unsigned moved = owners_even (m);
    memory_free (m->weight);
    m->weight = NULL;
    if (!moved) {
        members_expand (m);
        return;
    }
    if (m->options.log)
        log_say (m->options.log, LOG_DETAIL,
                 "%u partitions change their owner at layer %" PRIu64, moved,
                 m->result.layers);
    members_move (m);
}

/* As before, every state has one owner. */
static void
even_done (struct members_master *m)
{
    uint64_t states = states_in (m);
    if (states == m->result.states) {
        m->counts.moves++;
        members_loans_forget (m);
        members_expand (m);
    } else
        master_fail (&m->master,
                     "members have %" PRIu64 " states instead of %" PRIu64
                     " after some changed their owner",
                     states, m->result.states);
}

void
members_even_next (struct members_master *m)
{
    assert (!m->missing);
    switch (m->phase) {
    case PHASE_WEIGH:
        even_weighed (m);
        break;
    case PHASE_AGREE:
        members_enter (m, PHASE_GIVE);
        members_tell_short (m, MEMBERS_GIVE);
        break;
    case PHASE_GIVE:
        members_enter (m, PHASE_KEEP);
        members_tell_due (m, MEMBERS_KEEP);
        break;
    default:
        assert (m->phase == PHASE_KEEP);
        even_done (m);
    }
}

/* ---- what members say */

static bool
hear_weight (struct members_master *m, struct members_peer *c, struct reader *r)
{
    uint64_t pairs = reader_uint (r);
    size_t self = master_index (&m->master, &c->peer);
    if (m->phase != PHASE_WEIGH || !m->weight)
        return false;
    for (uint64_t i = 0; i < pairs && !r->failed; i++) {
        uint64_t partition = reader_uint (r), states = reader_uint (r);
        if (partition >= MEMBERS_PARTITIONS
            || m->owners.of_partition[partition] != self)
            return false;
        m->weight[partition] = states;
    }
    return reader_done (r) && members_answer (m, c, PHASE_WEIGH);
}

bool
members_hear_even (struct members_master *m, struct members_peer *c,
                   uint32_t tag, struct reader *r)
{
    switch (tag) {
    case MEMBERS_WEIGHT:
        return hear_weight (m, c, r);
    case MEMBERS_AGREED:
        return reader_done (r) && members_answer (m, c, PHASE_AGREE);
    case MEMBERS_GAVE:
        return members_hear_sent (m, c, r) && members_answer (m, c, PHASE_GIVE);
    default:
        assert (tag == MEMBERS_KEPT);
        peer_sizes (c, r);
        return reader_done (r) && members_answer (m, c, PHASE_KEEP);
    }
}
