/* peer.h -- a worker as its master sees it, and what waits to be sent to it.
 *
 * Messages reach a worker in the order in which they were sent here.  If its link is
 * full, they wait in the outbox until the transport says that it is writable again.
 * A protocol's own record of a worker is a struct that begins with a struct peer. */
#ifndef TEAM_PEER_H
#define TEAM_PEER_H

#include "base/vec.h"
#include "team/team.h"

/* A message that could not be sent yet. */
struct queued_message {
    uint32_t tag;
    uint8_t *data; /* owned */
    size_t size;
};

struct peer {
    unsigned who;
    bool foreign; /* it came from elsewhere (team_foreign) */
    struct VEC (struct queued_message) outbox; /* the link was full */
};

void peer_clear (struct peer *);
void peer_send (struct peer *, team *, uint32_t tag, struct bytes body);
void peer_resume (struct peer *, team *); /* the link may be writable again */

#endif
