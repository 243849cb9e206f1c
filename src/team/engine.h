/* engine.h -- what an engine shows to a team: pure items of work.
 *
 * A work item is a pure function of its own bytes, the program and the shared
 * blobs it names: same bytes, same answer, on any worker, after any history.
 * The master's side of an engine is a `quest`: the engine's sequential reference
 * algorithm over a table item -> answer.  The worker's side is `work`.  The
 * sequential mode calls `work` directly; a team spreads it (crew.h). */
#ifndef ENGINE_H
#define ENGINE_H

#include "base/bytes.h"
#include "base/hash.h"
#include "base/problem.h"

/* ---- the worker's side */

typedef struct laborer laborer; /* defined by the engine */

struct labor_class {
    const char *name;
    /* From the program's bytes (made by the same engine's master). */
    laborer *(*open) (struct bytes program, struct problem *);
    void (*close) (laborer *);
    /* A blob that items may name; blobs come in the order they were shared. */
    bool (*learn) (laborer *, struct bytes blob);
    /* Answers one item.  False: interrupted, no answer.  A malformed item gives
     * an empty answer. */
    bool (*work) (laborer *, struct bytes item, struct buffer *answer,
                  uint64_t *units);
    void (*interrupt) (laborer *); /* from any thread */
    /* For people: what an item is about, e.g. "expanding P at clause 12". */
    void (*describe) (laborer *, struct bytes item, char *text, size_t room);
    /* CPU nanoseconds of the last item that went into making formulas, not
     * into solving them: for reports.  May be null. */
    uint64_t (*prepared_ns) (laborer *);
};

/* ---- the master's side */

/* Where answers come from.  `asker_get` gives the answer of an item if it is
 * known; otherwise it is work for the team and comes later.  `urgent` items are
 * what the reference waits for now; others are asked ahead, in rising `rank`. */
struct asker {
    const struct asker_class *class;
};

struct asker_class {
    /* True: *answer and *units are set (borrowed until the quest ends). */
    bool (*get) (struct asker *, struct bytes item, struct bytes *answer,
                 uint64_t *units);
    /* Asks ahead; lower rank is wanted sooner.  May be null. */
    void (*want) (struct asker *, struct bytes item, uint64_t rank);
    /* Nothing that was only wanted is needed any more.  May be null. */
    void (*forget) (struct asker *);
    void (*share) (struct asker *, struct bytes blob);
};

typedef struct quest quest; /* defined by the engine */

enum quest_step {
    QUEST_MOVED,  /* made progress: call again */
    QUEST_WAITS,  /* an answer is missing that was asked for with get */
    QUEST_DECIDED /* finished: the outcome is filled */
};

struct quest_class {
    const char *name;
    enum quest_step (*step) (quest *, struct asker *);
    /* An answer came that had been wanted: a chance to ask further ahead.  May
     * be null. */
    void (*arrived) (quest *, struct asker *, struct bytes item,
                     struct bytes answer);
    /* One line for people: where the search stands. */
    void (*progress) (const quest *, char *text, size_t room);
};

#endif
