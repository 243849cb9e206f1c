/* internal.h -- a worker of a search without layers.
 *
 *     worker.c   beginning, counting, what the master says
 *     channel.c  states that come and go
 *     expand.c   getting the next state, expanding it
 *     rounds.c   the same in rounds, for a directed search */
#ifndef EXPLORE_ASYNC_INTERNAL_H
#define EXPLORE_ASYNC_INTERNAL_H

#include "explore/async/nodes.h"
#include "explore/async/open.h"
#include "explore/explore_internal.h"
#include "explore/members/owner.h"
#include "explore/async/sent_cache.h"
#include "explore/async/transfer.h"
#include "explore/guided/predecessors.h"

/* States for one member. */
struct parcel {
    struct buffer states; /* one behind the other */
    struct buffer minis;  /* of each the mini, then its size */
    uint64_t count;
    uint64_t posted; /* since the last EXPANDED */
};

/* Where in a round a way comes from: the least one stays. */
struct rank {
    uint64_t estimate, hash; /* of the source: key and turn */
    uint32_t choice;
};

/* Of a directed search. */
struct rounds {
    struct predecessors nodes;      /* by reference; `from` is the node */
    uint64_t first;                 /* node of this round */
    struct VEC (struct rank) fresh; /* of the ways to nodes of this round */
    struct VEC (struct async_entry) round; /* the least ones that were open */
    size_t at, until;                      /* of these, that are expanded */
    bool working;
    uint64_t received, expected, most; /* states; offers */
    bool expecting;
    uint64_t nearest; /* least estimate of this round + 1 */
    uint64_t fault_node, cut_depth;
};

struct async_worker {
    struct members_setup setup;
    generator *generator; /* null: no program yet, or it has a problem */
    generator *judge;     /* for estimates; null: there are none */
    struct problem problem;
    size_t state_size; /* of every state; 0: they vary */
    atomic_bool stop;  /* the team is over */

    struct owners owners;
    unsigned self; /* index among the members */
    store *store;  /* null: not begun, or it cannot go on */
    cursor *cursor;
    struct expander x;
    struct async_nodes nodes;
    struct async_open open;
    struct parcel *parcel; /* by member */
    struct recent recent;
    struct rounds *rounds; /* owned; null: a search without rounds */
    transfer *transfer;    /* null: there is no directory for it */
    struct buffer guest;   /* a state that was read, or a batch */
    bool root;             /* is still to be expanded here */
    uint64_t last;         /* node that was expanded last */
    bool halted;
    bool told;          /* that it is idle */
    uint64_t sent, got; /* messages to and of other workers */
    uint64_t posted;    /* states in them */
    unsigned unposted;  /* items since all was sent */
    uint64_t news_ns;
};

static inline struct async_worker *
worker_of (member *m)
{
    return (struct async_worker *) m;
}

/* ---- worker.c */
void async_tell (team *, unsigned to, uint32_t tag, struct buffer *);
/* This member cannot go on; the master ends the search. */
void async_fail (struct async_worker *, team *, const struct problem *);

/* ---- channel.c */
/* Who owns a state that was met at this depth. */
unsigned async_owner (const struct async_worker *, struct bytes state,
                      const struct async_mini *);
/* Puts a state aside for another member. */
void async_post_later (struct async_worker *, unsigned to, struct bytes state,
                       const struct async_mini *, uint64_t hash);
uint64_t async_waiting (const struct async_worker *); /* bytes of these */
/* Sends all of them, or only what is worth a message.  False: it could not, and
 * has said so. */
bool async_post (struct async_worker *, team *, bool all);
/* False: malformed. */
bool async_take (struct async_worker *, team *, unsigned from, struct reader *);
bool async_take_minis (struct async_worker *, team *, unsigned from,
                       struct reader *);

/* ---- expand.c */
/* Stores a state of this member; a new one is a node, and is open unless it is
 * expanded at once (`now`: gets it, or ASYNC_ROOT if it is old).  False: full,
 * the problem is the store's. */
bool async_store (struct async_worker *, struct bytes state, unsigned creator,
                  const struct async_mini *, uint64_t *now);
bool async_work (member *, team *, uint64_t *units);
int64_t async_estimate (struct async_worker *, struct bytes state);
void async_tell_news (struct async_worker *, team *);
/* Its lists take memory that the store may not use then. */
bool async_has_room (const struct async_worker *, struct problem *);
/* A node is stored, or read: false, and the store says why: the disk. */
bool async_node_add (struct async_worker *, const struct async_node *);
bool async_node_read (struct async_worker *, uint64_t node,
                      struct async_node *);

/* ---- rounds.c */
struct rounds *rounds_new (void);
void rounds_free (struct rounds *); /* null is nothing */
/* Stores a state of this member; `hash` is its predecessor's.  False: full. */
bool rounds_store (struct async_worker *, struct bytes state, unsigned creator,
                   const struct async_mini *, uint64_t hash);
/* False: malformed. */
bool rounds_take (struct async_worker *, struct reader *);
bool rounds_expect (struct async_worker *, struct reader *);
/* Says SETTLED, if all that is expected has come. */
void rounds_settle (struct async_worker *, team *);
bool rounds_work (struct async_worker *, team *, uint64_t *units);

#endif
