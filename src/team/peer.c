/* peer.c -- see peer.h. */
#include "team/peer.h"

#include <string.h>

void
peer_clear (struct peer *p)
{
    for (size_t i = 0; i < p->outbox.size; i++)
        memory_free (p->outbox.at[i].data);
    VEC_CLEAR (p->outbox);
}

void
peer_send (struct peer *p, team *t, uint32_t tag, struct bytes body)
{
    if (!p->outbox.size && team_send (t, p->who, tag, body))
        return;
    struct queued_message queued = {tag, memory_copy (body.data, body.size),
                                    body.size};
    VEC_PUSH (p->outbox, queued);
}

void
peer_resume (struct peer *p, team *t)
{
    size_t sent = 0;
    while (sent < p->outbox.size) {
        struct queued_message *q = &p->outbox.at[sent];
        if (!team_send (t, p->who, q->tag, (struct bytes) {q->data, q->size}))
            break;
        memory_free (q->data);
        sent++;
    }
    p->outbox.size -= sent;
    if (sent)
        memmove (p->outbox.at, p->outbox.at + sent,
                 p->outbox.size * sizeof *p->outbox.at);
}
