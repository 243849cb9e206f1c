/* members_worker_private.h -- a worker of a search over a team.
 *
 *     members_worker.c   epochs, states that come, what the master says
 *     members_work.c     the tasks that it gives */
#ifndef MEMBERS_WORKER_PRIVATE_H
#define MEMBERS_WORKER_PRIVATE_H

#include "explore/members_owner.h"
#include "explore/members_wire.h"
#include "explore/recent.h"

enum task { TASK_NONE, TASK_EXPAND, TASK_COLLECT, TASK_DIGEST, TASK_LOOK };

/* One thread's states for one member. */
struct box {
    struct buffer states; /* empty, or the message: an epoch, then states */
    uint64_t count;       /* since the last report */
};

struct member {
    struct members_setup setup;
    generator *generator; /* null: no program yet, or it has a problem */
    struct problem problem;
    size_t state_size; /* of every state; 0: they vary */
    bool loose;        /* test only: takes states of any epoch */
    bool hasty;        /* test only: never waits for states */
    atomic_bool stop;  /* the team is over */

    /* Of the epoch. */
    uint64_t epoch;
    shard *shard; /* null: none, or it cannot go on */
    struct owners owners;
    unsigned self;         /* index among the members */
    struct box **box;      /* by thread, then by member */
    struct recent *recent; /* by thread */
    uint64_t received, expected;
    bool expecting; /* EXPECT came */
    uint64_t news_ns;

    enum task task;
    bool root;      /* TASK_EXPAND: of the root */
    uint64_t layer; /* TASK_LOOK */
    struct buffer target;
    size_t at;       /* TASK_COLLECT: the next stretch */
    uint64_t pieces; /* ... that the master can take */
    struct shard_report report;
};

/* ---- members_worker.c */
/* A letter begins with the epoch; sending clears it. */
void letter_open (const member *, struct buffer *);
void letter_send (team *, unsigned to, uint32_t tag, struct buffer *);
/* This member cannot go on; whatever comes in this epoch is ignored. */
void worker_fail (member *, team *, const struct problem *);
void worker_sizes (const member *, struct buffer *);

/* ---- members_work.c */
bool worker_work (member *, team *, uint64_t *units);

#endif
