/* peer.h -- a worker of a pool as the master sees it: the items it holds.
 *
 * Items are held from the moment they are handed out until the worker answers
 * them, says that it dropped them, or is lost; so what a worker has queued is
 * always a part of what it holds here.  An answer for anything else is not
 * this worker's to give. */
#ifndef TEAM_POOL_PEER_H
#define TEAM_POOL_PEER_H

#include "team/peer.h"

enum { PEER_BATCHES = 3 }; /* the last one is for urgent items only */

struct held {
    uint32_t item;  /* in the ledger */
    uint8_t batch;  /* below PEER_BATCHES */
    bool alone;     /* was handed out with nothing else around it */
    bool cancelled; /* the worker was told to drop it */
};

struct pool_peer {
    struct peer peer;
    struct VEC (struct held) held; /* as the worker will come to them; the
                                      first is probably at work */
    uint32_t left[PEER_BATCHES];   /* held items of each batch */
    uint64_t answered;             /* items; 0: a fresh process */
    bool reserved; /* gets nothing new: an item waits to be alone with it */
};

unsigned peer_batches (const struct pool_peer *);
/* A batch number that is not in use; there must be one. */
unsigned peer_batch (const struct pool_peer *);
/* May get more: its link takes messages, and no item waits to be alone with it. */
bool peer_ready (const struct pool_peer *);
bool peer_idle (const struct pool_peer *); /* ready, and holds nothing */
enum { PEER_NOT = UINT32_MAX };
/* Where an item is held, or PEER_NOT. */
size_t peer_find (const struct pool_peer *, uint32_t item);
/* At `at`, or at the end if that is sooner. */
void peer_hold (struct pool_peer *, size_t at, struct held);
void peer_let_go (struct pool_peer *, size_t at);
/* Moves to just behind the first one. */
void peer_advance (struct pool_peer *, size_t at);

#endif
