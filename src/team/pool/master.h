/* master.h -- the master of a pool, for the files that make it up.
 *
 *   master.c    what the team tells, what the driver asks
 *   dispatch.c  who gets which items
 *   losses.c    workers that die, and those that replace them */
#ifndef TEAM_POOL_MASTER_H
#define TEAM_POOL_MASTER_H

#include "team/pool/pool.h"
#include "team/pool/internal.h"
#include "team/pool/ledger.h"
#include "team/peer.h"

struct pool_blob {
    uint8_t *data; /* owned */
    size_t size;
};

enum { POOL_SPAWNS_PER_SECOND = 3 };

struct member {
    struct oracle oracle; /* first: what the driver sees */
    struct pool_options options;
    struct pool_result result;
    team *team; /* as given by the call under way */
    struct ledger ledger;
    struct VEC (struct peer *) peer;    /* alive, by number */
    struct VEC (struct pool_blob) blob; /* shared so far, in order */
    struct VEC (uint32_t) ready; /* known already when they were wanted */
    struct VEC (uint32_t) hot;   /* handed out, and urgent since */
    struct VEC (uint32_t) audit; /* closed, to be answered once more */
    bool begun, finished;
    bool waits;        /* the driver waits for an answer */
    bool stirred;      /* one of those that it waits for came */
    bool decided;      /* the driver is over; only audits are left */
    bool forgot;       /* some held items are not needed any more */
    bool sync_planned; /* an alarm will sync the memo */
    uint64_t cost_ns;  /* of an item, running average; 0: unknown */

    /* Of losses.c. */
    unsigned barren;       /* workers lost in a row without any answer */
    unsigned owed, coming; /* workers to spawn; spawned but not yet there */
    unsigned spawned;      /* in all */
    uint64_t spawned_ns[POOL_SPAWNS_PER_SECOND]; /* the last ones */
    bool spawn_fails, spawn_planned;
    uint64_t epoch; /* joins so far: has anybody come since? */
};

enum pool_alarm {
    POOL_TICK = 1,
    POOL_SYNC,
    POOL_SPAWN,
    POOL_EMPTY /* plus POOL_ALARMS times the epoch */
};
enum { POOL_ALARMS = 8 };

/* Ends the run without a decision. */
void pool_fail (member *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* What an item is about, for people. */
void pool_describe (member *, uint32_t item, char *text, size_t room);
struct peer *pool_peer (const member *, unsigned who); /* null: not there */
bool pool_breaks (const member *, const char *rule);   /* test only */

void pool_dispatch (member *);

void pool_lost (member *, unsigned who);
/* Asks the team for workers that are owed, not too many at once. */
void pool_spawn (member *);
/* Workers that should have come long ago are not waited for. */
void pool_despair (member *);
/* If nobody is there: gives up unless somebody comes within 30 s. */
void pool_watch_empty (member *);

#endif
