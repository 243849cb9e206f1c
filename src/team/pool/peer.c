/* peer.c -- see peer.h. */
#include "team/pool/peer.h"

#include <assert.h>
#include <string.h>

unsigned
peer_batches (const struct pool_peer *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < PEER_BATCHES; i++)
        n += m->left[i] != 0;
    return n;
}

unsigned
peer_batch (const struct pool_peer *m)
{
    unsigned i = 0;
    while (i < PEER_BATCHES && m->left[i])
        i++;
    assert (i < PEER_BATCHES);
    return i;
}

bool
peer_ready (const struct pool_peer *m)
{
    bool alone = m->held.size && m->held.at[0].alone;
    return !m->peer.outbox.size && !alone && !m->reserved;
}

bool
peer_idle (const struct pool_peer *m)
{
    return peer_ready (m) && !m->held.size;
}

size_t
peer_find (const struct pool_peer *m, uint32_t item)
{
    for (size_t i = 0; i < m->held.size; i++)
        if (m->held.at[i].item == item)
            return i;
    return PEER_NOT;
}

void
peer_hold (struct pool_peer *m, size_t at, struct held h)
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
peer_let_go (struct pool_peer *m, size_t at)
{
    assert (at < m->held.size);
    assert (m->left[m->held.at[at].batch]);
    m->left[m->held.at[at].batch]--;
    m->held.size--;
    memmove (m->held.at + at, m->held.at + at + 1,
             (m->held.size - at) * sizeof *m->held.at);
}

void
peer_advance (struct pool_peer *m, size_t at)
{
    assert (at > 0 && at < m->held.size);
    struct held h = m->held.at[at];
    memmove (m->held.at + 2, m->held.at + 1, (at - 1) * sizeof h);
    m->held.at[1] = h;
}
