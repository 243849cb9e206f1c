/* mate.c -- see mate.h. */
#include "team/crew/mate.h"

#include <assert.h>
#include <string.h>

struct mate *
mate_new (unsigned who)
{
    assert (who != TEAM_MASTER);
    struct mate *m = NEW (struct mate);
    m->who = who;
    return m;
}

void
mate_free (struct mate *m)
{
    for (size_t i = 0; i < m->outbox.size; i++)
        memory_free (m->outbox.at[i].data);
    VEC_CLEAR (m->outbox);
    VEC_CLEAR (m->held);
    memory_free (m);
}

void
mate_send (struct mate *m, team *t, uint32_t tag, struct bytes body)
{
    if (!m->outbox.size && team_send (t, m->who, tag, body))
        return;
    struct letter letter = {tag, memory_copy (body.data, body.size), body.size};
    VEC_PUSH (m->outbox, letter);
}

void
mate_resume (struct mate *m, team *t)
{
    size_t sent = 0;
    while (sent < m->outbox.size) {
        struct letter *l = &m->outbox.at[sent];
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
mate_batches (const struct mate *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < MATE_BATCHES; i++)
        n += m->left[i] != 0;
    return n;
}

unsigned
mate_batch (const struct mate *m)
{
    unsigned i = 0;
    while (i < MATE_BATCHES && m->left[i])
        i++;
    assert (i < MATE_BATCHES);
    return i;
}

bool
mate_ready (const struct mate *m)
{
    bool alone = m->held.size && m->held.at[0].alone;
    return !m->outbox.size && !alone && !m->reserved;
}

bool
mate_idle (const struct mate *m)
{
    return mate_ready (m) && !m->held.size;
}

size_t
mate_find (const struct mate *m, uint32_t item)
{
    for (size_t i = 0; i < m->held.size; i++)
        if (m->held.at[i].item == item)
            return i;
    return MATE_NOT;
}

void
mate_hold (struct mate *m, size_t at, struct held h)
{
    assert (h.batch < MATE_BATCHES);
    assert (mate_find (m, h.item) == MATE_NOT);
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
mate_let_go (struct mate *m, size_t at)
{
    assert (at < m->held.size);
    assert (m->left[m->held.at[at].batch]);
    m->left[m->held.at[at].batch]--;
    m->held.size--;
    memmove (m->held.at + at, m->held.at + at + 1,
             (m->held.size - at) * sizeof *m->held.at);
}

void
mate_advance (struct mate *m, size_t at)
{
    assert (at > 0 && at < m->held.size);
    struct held h = m->held.at[at];
    memmove (m->held.at + 2, m->held.at + 1, (at - 1) * sizeof h);
    m->held.at[1] = h;
}
