/* pool.h -- the master and the workers of a team that answers pure items.
 *
 * The master keeps a ledger: every item is open, handed out or closed, and an
 * answer names the exact item that it closes.  Answers go to the memo table
 * (journal/memo.h) before the driver sees them.  Open items are handed out in
 * order of urgency, then rank, in batches sized to 5-20 ms of work, two batches
 * queued per worker, and a third of urgent ones.  A lost worker's items are
 * open again; the one it was working on (the first unanswered) is tried once
 * more, alone in a fresh process; if that is lost too, the pool gives up with
 * the item's description.  What was only wanted is not tried again unless the
 * driver waits for it: looking ahead must not decide how a run ends.
 *
 * The messages are described in internal.h and doc/formats.md. */
#ifndef TEAM_POOL_POOL_H
#define TEAM_POOL_POOL_H

#include "base/log.h"
#include "journal/memo.h"
#include "team/engine.h"
#include "team/transport/simulated.h"
#include "team/team.h"

struct pool_options {
    const struct item_worker_class *item_worker;
    struct bytes program; /* for item worker->open at every worker */
    const struct driver_class *driver_class;
    driver *driver;
    memo *memo;             /* borrowed */
    unsigned audit_percent; /* share of items that are answered twice */
    /* Items of which one word from elsewhere is not enough: the answer of a
     * worker that the team did not make for itself (team_foreign), or of before
     * this run, is to be given once more, alike: by one of its own, or by another
     * from elsewhere.  May be null. */
    bool (*grave) (struct bytes item);
    bool keep_alive;    /* replace lost local workers (team_spawn) */
    bool untimed;       /* record no costs and heed none, so that
                                  simulated runs over this memo repeat
                                  exactly */
    const char *broken; /* test only (team/faults.h) */
    struct log *log;    /* may be null */
    /* Called about once a second with what to show; may be null. */
    void (*tick) (void *context, const char *progress);
    void *context;
};

struct pool_result {
    bool decided;           /* the driver said so */
    struct problem problem; /* set if not decided */
    uint64_t items, wasted; /* answered; answered but never used */
    uint64_t lost_workers, retried, audited;
    uint64_t doubtful;    /* grave items, used, that nobody was there to answer
                             once more */
    uint64_t master_ns;   /* time spent in the driver and the ledger */
    uint64_t work_ns;     /* CPU time of the workers for their items .. */
    uint64_t prepared_ns; /* .. and of that, in making formulas */
};

/* The master as a member; give both to a transport. */
extern const struct member_class pool_master_class;
member *pool_master_new (const struct pool_options *);
const struct pool_result *pool_master_result (const member *);
void pool_master_free (member *);

/* A worker as a member.  It finds its item worker class by name among `kinds`
 * (null ends the list) when the program arrives.  With `answers`, items found there
 * are answered from it, at their recorded cost (simulated schedules). */
extern const struct member_class pool_worker_class;
member *pool_worker_new (const struct item_worker_class *const *kinds,
                         const memo *answers);
void pool_worker_free (member *);

/* No team at all: items are answered here, one after the other. */
bool pool_alone (const struct pool_options *, struct pool_result *);

#endif
