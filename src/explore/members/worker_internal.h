/* worker_internal.h -- a worker of a search over a team.
 *
 *     worker.c    epochs, what the master says
 *     channel.c   states that come and go
 *     give.c      states that change their owner
 *     lend.c      states that another member expands
 *     walk.c      narrow layers, without the others
 *     done.c      the end of a layer, told to the others
 *     work.c      the tasks that the master gives */
#ifndef EXPLORE_MEMBERS_WORKER_INTERNAL_H
#define EXPLORE_MEMBERS_WORKER_INTERNAL_H

#include "explore/members/owner.h"
#include "explore/members/wire.h"
#include "team/faults.h"
#include "explore/async/sent_cache.h"
#include "explore/async/transfer.h"

enum task {
    TASK_NONE,
    TASK_EXPAND,
    TASK_WALK,
    TASK_COLLECT,
    TASK_DIGEST,
    TASK_LOOK,
    TASK_WEIGH,
    TASK_GIVE
};

/* One thread's states for one member. */
struct box {
    struct buffer states;    /* empty, or the message: an epoch, then states */
    struct buffer last;      /* the last of these (delta.h) */
    uint64_t batched, bytes; /* states in it, and of what size in all */
    uint64_t count;          /* states since the last report */
};

/* States that another member expands, or of which it has some more. */
struct loan {
    size_t to; /* index */
    uint64_t states;
};
struct lent_parcel {
    unsigned from;
    struct buffer states; /* delta.h */
};
struct members_loans {
    struct vec_loan VEC (struct loan) loan; /* to be sent */
    uint64_t lenders, complete;             /* to me; of these */
    struct VEC (struct lent_parcel) parcel; /* of theirs */
    bool own_done;                          /* my own part of the layer */
    struct buffer states;                   /* of one parcel, and where they */
    struct VEC (struct bytes) guest;        /* stand in it */
};

/* Who is done with a layer may be done with the others, and send what it finds in
 * the next one, before they hear of all. */
struct early_message {
    unsigned from;
    uint32_t tag;
    struct buffer body; /* behind the epoch */
};

struct members_worker {
    struct members_setup setup;
    generator *generator; /* null: no program yet, or it has a problem */
    struct problem problem;
    size_t state_size; /* of every state; 0: they vary */
    struct faults faults;
    bool lying;       /* test only (COHORT_TEST_LIE): throws away what others
                          send, and says that it has it */
    atomic_bool stop; /* the team is over */

    /* Of the epoch. */
    uint64_t epoch;
    shard *shard; /* null: none, or it cannot go on */
    struct owners owners;
    unsigned self;         /* index among the members */
    bool alone;            /* this member owns all */
    struct box **box;      /* by thread, then by member */
    struct recent *recent; /* by thread */
    uint64_t received, expected;
    bool expecting;  /* EXPECT or KEEP came */
    bool keeping;    /* it was KEEP */
    uint64_t closes; /* TASK_EXPAND: DONE is to be told to the others, in so
                            many layers at most */
    bool closing;    /* it was told; their DONE is awaited */
    bool *done;      /* by member: its DONE of this layer came */
    uint64_t dones;  /* so many did */
    uint8_t said;    /* enum members_done of all that was said of this layer */
    struct VEC (struct early_message) early; /* of the layer behind it */
    transfer *transfer;  /* null: there is no directory for it */
    struct buffer batch; /* that was read from a file, or goes there */
    struct buffer taken; /* the last state of a message (delta.h) */
    bool *parted; /* by partition: given away since the last GIVE; or null */
    uint64_t news_ns;

    struct members_loans loans;

    enum task task;
    bool root;      /* TASK_EXPAND, TASK_WALK: of the root */
    uint64_t layer; /* TASK_LOOK, TASK_GIVE */
    struct buffer target;
    size_t at;       /* TASK_COLLECT, TASK_GIVE: the next stretch */
    uint64_t given;  /* TASK_GIVE: states so far */
    uint64_t pieces; /* ... that the master can take */
    struct shard_report report;
    /* TASK_WALK, and with `closes`: layers so far, and what is to be said of them;
     * layers at most, and work after which one is the last. */
    uint64_t walked, walk_most, walk_work;
    struct buffer walk;
};

static inline struct members_worker *
worker_of (member *m)
{
    return (struct members_worker *) m;
}

/* ---- worker.c */
/* A letter begins with the epoch; sending clears it. */
void letter_open (const struct members_worker *, struct buffer *);
void letter_send (team *, unsigned to, uint32_t tag, struct buffer *);
/* This member cannot go on; whatever comes in this epoch is ignored. */
void worker_fail (struct members_worker *, team *, const struct problem *);
void worker_sizes (const struct members_worker *, struct buffer *);

/* A member that sent what nobody should send. */
void worker_accuse (struct members_worker *, team *, unsigned who);

/* ---- channel.c */
bool worker_mine (void *context, struct bytes state);
enum shard_place worker_place (void *context, unsigned thread, struct bytes);
/* Sends what is worth a message; `all`: the rest too. */
void worker_post (struct members_worker *, team *, bool all);
/* How many were sent to whom since this was asked for. */
void worker_sent (struct members_worker *, struct buffer *);
/* States for this shard, from a member or the master.  False: malformed. */
bool worker_take (struct members_worker *, team *, unsigned from,
                  struct reader *);
/* AUDIT; false: malformed. */
bool worker_audit (struct members_worker *, team *, struct reader *);
/* The same in a file of member `from`. */
bool worker_take_minis (struct members_worker *, team *, unsigned from,
                        struct reader *);

/* Sends what is in the box; false: it could not, and has failed. */
bool worker_box_post (struct members_worker *, team *, size_t to, struct box *);
bool worker_box_goes_by_file (const struct members_worker *,
                              const struct box *);

/* ---- done.c */
/* The layer cannot be completed, and the report says why. */
static inline bool
worker_is_broken (const struct members_worker *m)
{
    return m->report.end == EXPLORE_FULL || m->report.end == EXPLORE_STOPPED;
}

/* The layer is expanded: says so to all others. */
void worker_done (struct members_worker *, team *);
/* Is what comes from this one, with this tag, of the layer behind the one at hand?
 * Then it is kept until its time. */
bool worker_is_early (const struct members_worker *, unsigned from,
                      uint32_t tag);
void worker_keep (struct members_worker *, unsigned from, uint32_t tag,
                  const struct reader *);
void worker_early_clear (struct members_worker *);
/* DONE; false: malformed. */
bool worker_take_done (struct members_worker *, team *, unsigned from,
                       struct reader *);
/* If nothing more can come in this layer: turns to the next, or says CLOSED. */
void worker_close (struct members_worker *, team *);

/* ---- worker.c: what a member says.  False: malformed. */
bool worker_hear (struct members_worker *, team *, unsigned from, uint32_t tag,
                  struct reader *);

/* ---- give.c */
bool worker_adopt (struct members_worker *, team *, struct reader *);
bool worker_agree (struct members_worker *, team *, struct reader *);
/* GIVE: begins to. */
bool worker_give (struct members_worker *);
void work_weigh (struct members_worker *, team *, uint64_t *units);
void work_give (struct members_worker *, team *, uint64_t *units);

/* ---- lend.c */
void loans_clear (struct members_loans *);
/* What EXPAND says of them; false: malformed. */
bool worker_loans (struct members_worker *, struct reader *);
void worker_lend (struct members_worker *, team *);
/* LENT, LENT_LAST; false: malformed. */
bool worker_take_loan (struct members_worker *, unsigned from, struct reader *,
                       bool last);
/* Expands some of what others lent. */
void worker_help (struct members_worker *, team *);

/* ---- walk.c */
/* ALONE: begins to. */
bool worker_walk (struct members_worker *, struct reader *);
void work_walk (struct members_worker *, team *, uint64_t *units);

/* ---- work.c */
enum { PART_STRETCHES = 16 }; /* of a layer at a time, for each thread */
/* About once a second, what there is. */
void work_news (struct members_worker *, team *);
bool worker_work (member *, team *, uint64_t *units);

#endif
