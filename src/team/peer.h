/* peer.h -- a worker as the master sees it: what it holds, what it is sent.
 *
 * Items are held from the moment they are handed out until the worker answers
 * them, says that it dropped them, or is lost; so what a worker has queued is
 * always a part of what it holds here.  An answer for anything else is not
 * this worker's to give. */
#ifndef TEAM_PEER_H
#define TEAM_PEER_H

#include "base/vec.h"
#include "team/team.h"

enum { PEER_BATCHES = 3 }; /* the last one is for urgent items only */

struct held {
    uint32_t item;  /* in the ledger */
    uint8_t batch;  /* below PEER_BATCHES */
    bool alone;     /* was handed out with nothing else around it */
    bool cancelled; /* the worker was told to drop it */
};

/* A message that could not be sent yet. */
struct queued_message {
    uint32_t tag;
    uint8_t *data; /* owned */
    size_t size;
};

struct peer {
    unsigned who;
    struct VEC (struct held) held; /* as the worker will come to them; the
                                          first is probably at work */
    uint32_t left[PEER_BATCHES];   /* held items of each batch */
    struct VEC (struct queued_message) outbox; /* the link was full */
    uint64_t answered;                         /* items; 0: a fresh process */
    bool reserved; /* gets nothing new: an item waits to be alone with it */
};

struct peer *peer_new (unsigned who);
void peer_free (struct peer *);
/* In order, whatever the link does. */
void peer_send (struct peer *, team *, uint32_t tag, struct bytes body);
void peer_resume (struct peer *, team *); /* the link may be writable again */
unsigned peer_batches (const struct peer *);
/* A batch number that is not in use; there must be one. */
unsigned peer_batch (const struct peer *);
/* May get more: its link takes messages, and it is left alone by nobody. */
bool peer_ready (const struct peer *);
bool peer_idle (const struct peer *); /* ready, and holds nothing */
enum { PEER_NOT = UINT32_MAX };
/* Where an item is held, or PEER_NOT. */
size_t peer_find (const struct peer *, uint32_t item);
/* At `at`, or at the end if that is sooner. */
void peer_hold (struct peer *, size_t at, struct held);
void peer_let_go (struct peer *, size_t at);
/* Moves to just behind the first one. */
void peer_advance (struct peer *, size_t at);

#endif
