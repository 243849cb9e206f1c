/* mate.h -- a worker as the master sees it: what it holds, what it is sent.
 *
 * Items are held from the moment they are handed out until the worker answers
 * them, says that it dropped them, or is lost; so what a worker has queued is
 * always a part of what it holds here.  An answer for anything else is not
 * this worker's to give. */
#ifndef TEAM_CREW_MATE_H
#define TEAM_CREW_MATE_H

#include "base/vec.h"
#include "team/team.h"

enum { MATE_BATCHES = 3 }; /* the last one is for urgent items only */

struct held {
    uint32_t item;  /* in the ledger */
    uint8_t batch;  /* below MATE_BATCHES */
    bool alone;     /* was handed out with nothing else around it */
    bool cancelled; /* the worker was told to drop it */
};

/* A message that could not be sent yet. */
struct letter {
    uint32_t tag;
    uint8_t *data; /* owned */
    size_t size;
};

struct mate {
    unsigned who;
    struct VEC (struct held) held;     /* as the worker will come to them; the
                                          first is probably at work */
    uint32_t left[MATE_BATCHES];       /* held items of each batch */
    struct VEC (struct letter) outbox; /* the link was full */
    uint64_t answered;                 /* items; 0: a fresh process */
    bool reserved; /* gets nothing new: an item waits to be alone with it */
};

struct mate *mate_new (unsigned who);
void mate_free (struct mate *);
/* In order, whatever the link does. */
void mate_send (struct mate *, team *, uint32_t tag, struct bytes body);
void mate_resume (struct mate *, team *); /* the link may be writable again */
unsigned mate_batches (const struct mate *);
/* A batch number that is not in use; there must be one. */
unsigned mate_batch (const struct mate *);
/* May get more: its link takes messages, and it is left alone by nobody. */
bool mate_ready (const struct mate *);
bool mate_idle (const struct mate *); /* ready, and holds nothing */
enum { MATE_NOT = UINT32_MAX };
/* Where an item is held, or MATE_NOT. */
size_t mate_find (const struct mate *, uint32_t item);
/* At `at`, or at the end if that is sooner. */
void mate_hold (struct mate *, size_t at, struct held);
void mate_let_go (struct mate *, size_t at);
/* Moves to just behind the first one. */
void mate_advance (struct mate *, size_t at);

#endif
