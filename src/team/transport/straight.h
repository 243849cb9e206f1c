/* straight.h -- a worker's links over ZeroMQ to others of its team, past the hub.
 *
 * The master introduces two workers to each other when the first word between them
 * comes by its hub, and steps aside:
 *
 *   LISTEN     master to listener; number: the caller's; 1: over tcp; the host to
 *              listen at, or empty: as the master is reached; token; the caller's
 *              key: let it in
 *   LISTENING  listener to master; number: the caller's; address; key.  Empty: it
 *              cannot
 *   MEET       master to caller; number: the listener's; 1: over tcp; address (":"
 *              and port: at the master's host); its key; token; the caller's keys
 *   HELLO      caller to listener, straight; answered by WELCOME.  (Between two of this
 *              machine: the token, and a byte.)  Each, when it has heard the other:
 *   STRAIGHT   by the hub; number: to whom, or from whom: whatever comes from me
 *              behind this does not come by the hub
 *   PART       master to worker; number: of one that is lost
 *   BROKEN     worker to master; number: of one that is not heard any more
 *
 * What comes straight before STRAIGHT does waits, so messages keep their order.
 * Until then, and where a straight link cannot be made, all goes by the hub.  A link
 * that was there and breaks loses what was under way: one of the two is lost.
 *
 * Links between workers that the master started are plain sockets in its directory;
 * once open, they are the member's thread's own (near.h).  All others are ZeroMQ's, have
 * CURVE keys, made for this team and told by the master, and let in
 * nobody else.  A token, the routing id of the caller, says who is at the other end;
 * who is lost is forgotten, and nothing that it sends is delivered any more. */
#ifndef TEAM_TRANSPORT_STRAIGHT_H
#define TEAM_TRANSPORT_STRAIGHT_H

#include "base/vec.h"
#include "team/transport/endpoint.h"

struct straight;

struct straight_options {
    void *context, *hub;       /* borrowed */
    bool *hub_due;             /* set where something is sent to the hub */
    struct endpoint *endpoint; /* gets what comes */
    const char *master;        /* its host, as it is known here; null: local */
    const char *host;          /* ours, as the master sees it; null: local */
    const char *directory;     /* of the master, for sockets; null: not local */
    unsigned self;
};

/* Does nothing until it is told to. */
struct straight *straight_new (const struct straight_options *);
void straight_free (struct straight *);

/* A frame from the hub that is about links; malformed ones are dropped. */
void straight_hear (struct straight *, enum frame_kind, uint64_t number,
                    struct bytes rest);
/* Over a far link; false: there is none, so by the hub. */
bool straight_send (struct straight *, unsigned to, struct bytes frame);
/* Whatever goes to this one behind this word does not come by the hub. */
void straight_tell (struct straight *, unsigned to);
/* The descriptors to wait for, some of them -1. */
size_t straight_descriptors (const struct straight *);
int straight_descriptor (const struct straight *, size_t);
/* Its descriptor is readable: it is due. */
void straight_wake (struct straight *, size_t);
/* Is a socket due?  One is where something was sent, too, because that may take
 * the sign from the descriptor that something has come. */
bool straight_due (const struct straight *);
/* Takes what has come to those that are due. */
void straight_read (struct straight *);
/* Every BEAT_MS. */
void straight_beat (struct straight *);

#endif
