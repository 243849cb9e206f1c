/* master.h -- the master of a search without layers.
 *
 *     master.c   who is there, the phases, the end
 *     hear.c     what members say: counts, the way back
 *     lead.c     the rounds of a directed search */
#ifndef EXPLORE_ASYNC_MASTER_H
#define EXPLORE_ASYNC_MASTER_H

#include "explore/async/wire.h"
#include "team/faults.h"
#include "team/master.h"

enum async_phase {
    ASYNC_GATHER, /* members are awaited */
    ASYNC_OPEN,   /* READY is */
    ASYNC_SEARCH, /* IDLE of all, or FOUND */
    ASYNC_WAVE,   /* COUNTED, the first or the second time */
    ASYNC_ROUND,  /* EXPANDED */
    ASYNC_SETTLE, /* SETTLED */
    ASYNC_LOOK,   /* WAY */
    ASYNC_SUM,    /* REPORTED */
    ASYNC_OVER
};

struct async_peer {
    struct peer peer;
    bool in;       /* it was there at the beginning */
    bool answered; /* in this phase */
    bool idle;     /* its last word */
    uint64_t sent, got;
    uint64_t states, bytes;
    uint64_t due; /* states sent to it */
};

/* Of one wave. */
struct wave {
    uint64_t sent, got;
    bool idle; /* all */
};

/* An open state: its estimate, twice; odd if it was left once (explore/guided/directed.c). */
struct offer {
    uint64_t estimate, hash;
};

/* Of a directed search. */
struct lead {
    uint64_t width, last; /* of the next round; estimate of this one's last */
    uint64_t least;       /* estimate of this round + 1 */
    struct VEC (struct offer) offer; /* least open states of all */
    struct finding fault, failed;
    uint64_t fault_node;    /* + 1 */
    unsigned fault_who;     /* its member */
    struct problem problem; /* of `failed` */
};

struct async_master {
    struct master master; /* its peers, from the beginning on by number */
    struct members_options options;
    struct faults faults;
    enum async_phase phase;
    size_t missing; /* answers in this phase */
    uint64_t waves; /* the number of the last one */
    bool second;    /* the wave before was quiet */
    bool heard;     /* somebody said IDLE since it began */
    struct wave wave, before;
    struct lead lead;
    struct shard_report sum;
    uint64_t cut_depth; /* of its cut */
    struct members_counts counts;
    struct explore_result result;
    bool has_path;
    struct path path; /* from the back until it is whole */
};

static inline struct async_peer *
async_peer_at (const struct async_master *m, size_t i)
{
    return (struct async_peer *) m->master.peer.at[i];
}

/* ---- master.c */
void async_enter (struct async_master *, enum async_phase);
/* To one, or (null) to all that are in. */
void async_say (struct async_master *, struct async_peer *, uint32_t tag,
                const struct buffer *);
void async_wave (struct async_master *);
void async_end (struct async_master *, enum explore_end,
                const struct problem *);
/* All is known but the sums. */
void async_sum (struct async_master *);

/* ---- lead.c */
void lead_begin (struct async_master *);
void lead_clear (struct lead *);
/* False: malformed. */
bool lead_hear (struct async_master *, struct async_peer *, uint32_t tag,
                struct reader *);

/* ---- hear.c */
bool async_answer (struct async_master *, struct async_peer *,
                   enum async_phase);
/* The way to a fault of this node's (+ 1) state, then the sums. */
void async_look (struct async_master *, struct async_peer *, uint64_t node);
/* False: malformed. */
bool async_hear (struct async_master *, struct async_peer *, uint32_t tag,
                 struct reader *);

#endif
