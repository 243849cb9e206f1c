/* path.c -- the counterexample of a search over a team: in each layer,
 * from the back, the least of what the members find.
 *
 * Of the edges found so far, `here` has the source of the first one.  A loss
 * changes neither, so the same question is asked again. */
#include <inttypes.h>

#include "explore/members/internal.h"

bool
members_wants_path (const struct members_master *m)
{
    bool whole = m->end == EXPLORE_COMPLETE || m->end == EXPLORE_BOUND;
    return m->end == EXPLORE_FAULT || (whole && m->result.cut.found);
}

static void
look_finish (struct members_master *m)
{
    assert (m->looking && !m->here.source.size);
    struct path *p = &m->path;
    for (size_t i = 0, j = p->choice.size; i + 1 < j; i++) {
        uint32_t first = p->choice.at[i];
        p->choice.at[i] = p->choice.at[--j];
        p->choice.at[j] = first;
    }
    m->has_path = true;
    members_end (m, m->end, NULL);
}

void
members_look (struct members_master *m)
{
    if (!m->looking) {
        const struct finding *f =
            m->end == EXPLORE_FAULT ? &m->result.fault : &m->result.cut;
        assert (f->found);
        m->looking = true;
        finding_keep (&m->here, f);
        VEC_PUSH (m->path.choice, f->choice);
        if (m->options.log)
            log_say (m->options.log, LOG_DETAIL,
                     "looking for the way to layer %" PRIu64, f->layer);
    }
    finding_clear (&m->before);
    if (!m->here.layer) {
        look_finish (m);
        return;
    }
    struct buffer b;
    letter_begin (m, &b);
    buffer_uint (&b, m->here.layer - 1);
    buffer_bytes (&b, buffer_view (&m->here.source));
    if (m->alone.now) { /* the others have nothing */
        struct members_peer *c = members_peer_at (m, m->alone.walker);
        members_enter_one (m, PHASE_LOOK, c);
        master_send (&m->master, &c->peer, MEMBERS_PREDECESSOR,
                     buffer_view (&b));
    } else {
        members_enter (m, PHASE_LOOK);
        members_tell (m, MEMBERS_PREDECESSOR, &b);
    }
    buffer_clear (&b);
}

bool
members_hear_found (struct members_master *m, struct members_peer *c,
                    struct reader *r)
{
    struct finding found = {0};
    uint64_t layer = reader_uint (r);
    bool good = m->phase == PHASE_LOOK && !c->answered
                && finding_read (&found, r) && reader_done (r)
                && layer == m->here.layer - 1
                && (!found.found
                    || (found.layer == layer && !found.source.size == !layer));
    if (good)
        finding_keep (&m->before, &found);
    finding_clear (&found);
    return good;
}

void
members_look_done (struct members_master *m)
{
    assert (m->looking && !m->missing);
    if (!m->before.found) {
        master_fail (&m->master, "no way leads back from layer %" PRIu64,
                     m->here.layer);
        return;
    }
    assert (m->before.layer + 1 == m->here.layer);
    VEC_PUSH (m->path.choice, m->before.choice);
    struct finding swap = m->here;
    m->here = m->before;
    m->before = swap;
    members_look (m);
}
