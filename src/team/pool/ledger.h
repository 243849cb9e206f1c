/* ledger.h -- every item that a pool was asked for, and where it stands.
 *
 *     OPEN     waits in a heap: urgent ones first, then by rank, then by age
 *     HANDED   `holders` workers have it
 *     CLOSED   its answer is in the memo table
 *     DROPPED  nobody holds it, and nobody wants it (or only alone, see below)
 *
 * An item that may have killed a worker is marked `alone`: it never goes into
 * the heap again, but onto a list of its own, and only if it is urgent: what
 * was merely wanted must not cost another worker. */
#ifndef TEAM_POOL_LEDGER_H
#define TEAM_POOL_LEDGER_H

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

enum ledger_state { LEDGER_OPEN, LEDGER_HANDED, LEDGER_CLOSED, LEDGER_DROPPED };

struct ledger_item {
    struct digest digest;
    uint8_t *data; /* owned; null when it is not needed any more */
    size_t size;
    uint64_t rank;    /* of the latest want; urgent items ignore it */
    uint64_t order;   /* when it was opened first */
    uint32_t holders; /* workers that have it */
    uint32_t turn;    /* heap entries of an earlier turn are void */
    enum ledger_state state;
    bool urgent;   /* the driver waits for it */
    bool needed;   /* urgent, or wanted since the last forget */
    bool alone;    /* a worker was lost over it */
    bool used;     /* the driver has got its answer */
    bool grave;    /* closed, and one word from elsewhere is not enough */
    bool audit;    /* closed, but a second answer is still to be compared */
    unsigned who;  /* answered it first; 0: nobody did, in this run */
    uint64_t told; /* epoch in which `arrived` was called for it */
};

struct ledger_key {
    bool urgent;
    uint64_t rank, order;
    uint32_t item, turn;
};

struct ledger {
    struct map index; /* digest -> number of the item */
    struct VEC (struct ledger_item) item;
    struct VEC (struct ledger_key) heap;
    struct VEC (uint32_t) wanted; /* since the last forget */
    struct VEC (uint32_t) alone;  /* OPEN, urgent and alone, oldest first */
    size_t open;                  /* items in the heap, void entries not */
    uint64_t epoch;               /* forgets so far, and 1 */
};

enum { LEDGER_NONE = UINT32_MAX };

void ledger_init (struct ledger *);
void ledger_clear (struct ledger *);
/* The number of an item, or LEDGER_NONE. */
uint32_t ledger_find (const struct ledger *, struct digest);
/* The same, entered as DROPPED if it is new.  The bytes are copied, also when
 * they had been released. */
uint32_t ledger_enter (struct ledger *, struct digest, struct bytes item);
struct ledger_item *ledger_item (struct ledger *, uint32_t);
struct bytes ledger_bytes (const struct ledger *, uint32_t);
/* Somebody needs it: opens it unless it is handed out or closed.  True if it
 * was handed out already and has become urgent only now. */
bool ledger_urge (struct ledger *, uint32_t);
void ledger_want (struct ledger *, uint32_t, uint64_t rank);
/* What was only wanted is not needed any more; open ones are dropped. */
void ledger_forget (struct ledger *);
/* The best open item without handing it out, or LEDGER_NONE. */
uint32_t ledger_best (struct ledger *);
/* A worker gets an item that is open (heap or alone) or handed out already. */
void ledger_hand (struct ledger *, uint32_t);
/* A worker does not have it any more: opened again if it is needed and nobody
 * else has it. */
void ledger_return (struct ledger *, uint32_t);
/* A worker was lost over it; call before ledger_return. */
void ledger_blame (struct ledger *, uint32_t);
void ledger_close (struct ledger *, uint32_t);
/* The bytes of a closed item are not needed any more. */
void ledger_release (struct ledger *, uint32_t);
bool ledger_sound (const struct ledger *);

#endif
