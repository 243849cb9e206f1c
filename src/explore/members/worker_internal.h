/* worker_internal.h -- a worker of a search over a team.
 *
 *     worker.c    epochs, what the master says
 *     channel.c   states that come and go
 *     give.c      states that change their owner
 *     work.c      the tasks that the master gives */
#ifndef EXPLORE_MEMBERS_WORKER_INTERNAL_H
#define EXPLORE_MEMBERS_WORKER_INTERNAL_H

#include "explore/members/owner.h"
#include "explore/members/wire.h"
#include "explore/async/sent_cache.h"
#include "explore/async/transfer.h"

enum task {
    TASK_NONE,
    TASK_EXPAND,
    TASK_COLLECT,
    TASK_DIGEST,
    TASK_LOOK,
    TASK_WEIGH,
    TASK_GIVE
};

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
    bool greedy;       /* test only: keeps what it gives away */
    bool lying;        /* test only (COHORT_TEST_LIE): throws away what others
                          send, and says that it has it */
    atomic_bool stop;  /* the team is over */

    /* Of the epoch. */
    uint64_t epoch;
    shard *shard; /* null: none, or it cannot go on */
    struct owners owners;
    unsigned self;         /* index among the members */
    struct box **box;      /* by thread, then by member */
    struct recent *recent; /* by thread */
    uint64_t received, expected;
    bool expecting;      /* EXPECT or KEEP came */
    bool keeping;        /* it was KEEP */
    transfer *transfer;  /* null: there is no directory for it */
    struct buffer batch; /* that was read from a file, or goes there */
    bool *parted; /* by partition: given away since the last GIVE; or null */
    uint64_t news_ns;

    enum task task;
    bool root;      /* TASK_EXPAND: of the root */
    uint64_t layer; /* TASK_LOOK, TASK_GIVE */
    struct buffer target;
    size_t at;       /* TASK_COLLECT, TASK_GIVE: the next stretch */
    uint64_t given;  /* TASK_GIVE: states so far */
    uint64_t pieces; /* ... that the master can take */
    struct shard_report report;
};

/* ---- worker.c */
/* A letter begins with the epoch; sending clears it. */
void letter_open (const member *, struct buffer *);
void letter_send (team *, unsigned to, uint32_t tag, struct buffer *);
/* This member cannot go on; whatever comes in this epoch is ignored. */
void worker_fail (member *, team *, const struct problem *);
void worker_sizes (const member *, struct buffer *);

/* A member that sent what nobody should send. */
void worker_accuse (member *, team *, unsigned who);

/* ---- channel.c */
bool worker_mine (void *context, struct bytes state);
bool worker_put_aside (void *context, unsigned thread, struct bytes state);
/* Sends what is worth a message; `all`: the rest too. */
void worker_post (member *, team *, bool all);
/* How many were sent to whom since this was asked for. */
void worker_sent (member *, struct buffer *);
/* States for this shard, from a member or the master.  False: malformed. */
bool worker_take (member *, team *, unsigned from, struct reader *);
/* AUDIT; false: malformed. */
bool worker_audit (member *, team *, struct reader *);
/* The same in a file of member `from`. */
bool worker_take_minis (member *, team *, unsigned from, struct reader *);

/* ---- give.c */
bool worker_adopt (member *, team *, struct reader *);
bool worker_agree (member *, team *, struct reader *);
/* GIVE: begins to. */
bool worker_give (member *);
void work_weigh (member *, team *, uint64_t *units);
void work_give (member *, team *, uint64_t *units);

/* ---- work.c */
bool worker_work (member *, team *, uint64_t *units);

#endif
