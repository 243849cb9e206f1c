/* master.h -- the master of a pool, for the files that make it up.
 *
 *   master.c    what the team says, what the driver asks
 *   dispatch.c  who gets which items
 *   audit.c     what is answered twice
 *   peer.c      what a worker holds */
#ifndef TEAM_POOL_MASTER_H
#define TEAM_POOL_MASTER_H

#include "team/faults.h"
#include "team/master.h"
#include "team/pool/pool.h"
#include "team/pool/internal.h"
#include "team/pool/ledger.h"
#include "team/pool/peer.h"

struct pool_blob {
    uint8_t *data; /* owned */
    size_t size;
};

struct pool_oracle {
    struct oracle oracle; /* first: what the driver sees */
    struct pool_master *pool;
};

struct pool_master {
    struct master master;
    struct pool_oracle oracle;
    struct pool_options options;
    struct pool_result result;
    struct ledger ledger;
    struct VEC (struct pool_blob) blob; /* shared so far, in order */
    struct VEC (uint32_t) ready; /* known already when they were wanted */
    struct VEC (uint32_t) hot;   /* handed out, and urgent since */
    struct VEC (uint32_t) audit; /* closed, to be answered once more */
    bool waits;                  /* the driver waits for an answer */
    bool stirred;                /* one of those that it waits for came */
    bool decided;                /* the driver is over; only audits are left */
    bool forgot;                 /* some held items are not needed any more */
    bool sync_planned;           /* an alarm will sync the memo */
    uint64_t cost_ns;            /* of an item, running average; 0: unknown */
    uint64_t typical_ns;         /* running median; 0: unknown */
    struct faults faults;
};

static inline struct pool_peer *
pool_peer_at (const struct pool_master *m, size_t i)
{
    return (struct pool_peer *) m->master.peer.at[i];
}

void pool_dispatch (struct pool_master *);

/* ---- audit.c */
/* An item was closed by this worker's answer. */
void pool_audit_closed (struct pool_master *, uint32_t item,
                        const struct peer *by);
/* The driver uses an answer that the memo table has: of before this run, or
 * of an item that was closed. */
void pool_audit_known (struct pool_master *, struct digest, struct bytes item);
/* A closed item was answered again, alike. */
void pool_audit_answered (struct pool_master *, uint32_t item,
                          const struct peer *by);
/* The driver is over: what it has not used is not compared.  Can something be
 * that it has used? */
bool pool_audits (struct pool_master *);
/* Grave items that were used and wait for a second answer. */
uint64_t pool_audit_left (const struct pool_master *);

#endif
