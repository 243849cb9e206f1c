/* peer.c -- see peer.h. */
#include "team/peer.h"

#include <assert.h>
#include <string.h>

struct peer *
peer_new (unsigned who)
{
    assert (who != TEAM_MASTER);
    struct peer *m = NEW (struct peer);
    m->who = who;
    return m;
}

void
peer_free (struct peer *m)
{
    for (size_t i = 0; i < m->outbox.size; i++)
        memory_free (m->outbox.at[i].data);
    VEC_CLEAR (m->outbox);
    VEC_CLEAR (m->held);
    memory_free (m);
}

void
peer_send (struct peer *m, team *t, uint32_t tag, struct bytes body)
{
    if (!m->outbox.size && team_send (t, m->who, tag, body))
        return;
    struct queued_message queued_message = {
        tag, memory_copy (body.data, body.size), body.size};
    VEC_PUSH (m->outbox, queued_message);
}

void
peer_resume (struct peer *m, team *t)
{
    size_t sent = 0;
    while (sent < m->outbox.size) {
        struct queued_message *l = &m->outbox.at[sent];
        if (!team_send (t, m->who, l->tag, (struct bytes) {l->data, l->size}))
            break;
        memory_free (l->data);
        sent++;
    }
    m->outbox.size -= sent;
    if (sent)
        memmove (m->outbox.at, m->outbox.at + sent,
                 m->outbox.size * sizeof *m->outbox.at);
}

unsigned
peer_batches (const struct peer *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PEER_BATCHES; i++)
        n += m->left[i] != 0;
    return n;
}

unsigned
peer_batch (const struct peer *m)
{
    unsigned i = 0;
    while (i < PEER_BATCHES && m->left[i])
        i++;
    assert (i < PEER_BATCHES);
    return i;
}

bool
peer_ready (const struct peer *m)
{
    bool alone = m->held.size && m->held.at[0].alone;
    return !m->outbox.size && !alone && !m->reserved;
}

bool
peer_idle (const struct peer *m)
{
    return peer_ready (m) && !m->held.size;
}

size_t
peer_find (const struct peer *m, uint32_t item)
{
    for (size_t i = 0; i < m->held.size; i++)
        if (m->held.at[i].item == item)
            return i;
    return PEER_NOT;
}

void
peer_hold (struct peer *m, size_t at, struct held h)
{
    assert (h.batch < PEER_BATCHES);
    assert (peer_find (m, h.item) == PEER_NOT);
    VEC_PUSH (m->held, h);
    size_t last = m->held.size - 1;
    if (at < last) {
        memmove (m->held.at + at + 1, m->held.at + at,
                 (last - at) * sizeof *m->held.at);
        m->held.at[at] = h;
    }
    m->left[h.batch]++;
}

void
peer_let_go (struct peer *m, size_t at)
{
    assert (at < m->held.size);
    assert (m->left[m->held.at[at].batch]);
    m->left[m->held.at[at].batch]--;
    m->held.size--;
    memmove (m->held.at + at, m->held.at + at + 1,
             (m->held.size - at) * sizeof *m->held.at);
}

void
peer_advance (struct peer *m, size_t at)
{
    assert (at > 0 && at < m->held.size);
    struct held h = m->held.at[at];
    memmove (m->held.at + 2, m->held.at + 1, (at - 1) * sizeof h);
    m->held.at[1] = h;
}
