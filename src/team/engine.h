/* engine.h -- what an engine shows to a team: pure items of work.
 *
 * A work item is a pure function of its own bytes, the program and the shared
 * blobs it names: same bytes, same answer, on any worker, after any history.
 * The master's side of an engine is a `driver`: the engine's sequential reference
 * algorithm over a table item -> answer.  The worker's side is `work`.  The
 * sequential mode calls `work` directly; a team spreads it (team/pool/pool.h). */
#ifndef ENGINE_H
#define ENGINE_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/problem.h"

/* ---- the worker's side */

typedef struct item_worker item_worker; /* defined by the engine */

struct item_worker_class {
    const char *name;
    /* From the program's bytes (made by the same engine's master). */
    item_worker *(*open) (struct bytes program, struct problem *);
    void (*close) (item_worker *);
    /* A blob that items may name; blobs come in the order they were shared. */
    bool (*learn) (item_worker *, struct bytes blob);
    /* Answers one item.  False: interrupted, no answer.  A malformed item gives
     * an empty answer. */
    bool (*work) (item_worker *, struct bytes item, struct buffer *answer,
                  uint64_t *units);
    void (*interrupt) (item_worker *); /* from any thread */
    /* For people: what an item is about, e.g. "expanding P at clause 12". */
    void (*describe) (item_worker *, struct bytes item, char *text,
                      size_t room);
    /* CPU nanoseconds of the last item that went into making formulas, not
     * into solving them: for reports.  May be null. */
    uint64_t (*prepared_ns) (item_worker *);
    /* CPU nanoseconds of the last item in processes that it has started, which
     * its thread's clock does not see.  May be null. */
    uint64_t (*elsewhere_ns) (item_worker *);
};

/* ---- the master's side */

/* Where answers come from.  `get` gives the answer of an item if it is
 * known; otherwise it is work for the team and comes later.  `urgent` items are
 * what the reference waits for now; others are asked ahead, in rising `rank`. */
struct oracle {
    const struct oracle_class *class;
};

/* Items that are wanted with this rank or a higher one are guesses: only workers
 * that would be idle get them, and a third of all workers at most, since who is at
 * work cannot begin what turns out to be needed. */
#define ORACLE_UNLIKELY ((uint64_t) 1 << 60)

struct oracle_class {
    /* True: *answer and *units are set (borrowed until the driver ends). */
    bool (*get) (struct oracle *, struct bytes item, struct bytes *answer,
                 uint64_t *units);
    /* Asks ahead; lower rank is wanted sooner.  May be null. */
    void (*want) (struct oracle *, struct bytes item, uint64_t rank);
    /* Do items take so much longer than asking for them that it pays to ask for
     * what may turn out not to be needed?  It may say otherwise the next time;
     * only time depends on it.  Null: yes. */
    bool (*ahead) (struct oracle *);
    /* Nothing that was only wanted is needed any more.  May be null. */
    void (*forget) (struct oracle *);
    void (*share) (struct oracle *, struct bytes blob);
};

typedef struct driver driver; /* defined by the engine */

enum driver_step {
    DRIVER_PROGRESS, /* made progress: call again */
    DRIVER_BLOCKED,  /* an answer is missing that was asked for with get */
    DRIVER_DONE      /* finished: the outcome is filled */
};

struct driver_class {
    const char *name;
    enum driver_step (*step) (driver *, struct oracle *);
    /* An answer came that had been wanted: a chance to ask further ahead.  May
     * be null. */
    void (*arrived) (driver *, struct oracle *, struct bytes item,
                     struct bytes answer);
    /* One line for people: where the search stands. */
    void (*progress) (const driver *, char *text, size_t room);
};

#endif
