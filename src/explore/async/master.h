/* master.h -- the master of a search without layers.
 *
 *     master.c   who is there, the phases, the end
 *     hear.c     what members say: counts, the way back
 *     lead.c     the rounds of a directed search */
#ifndef EXPLORE_ASYNC_MASTER_H
#define EXPLORE_ASYNC_MASTER_H

#include "explore/async/wire.h"
#include "team/peer.h"

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

struct mind {
    unsigned who;
    struct peer *link; /* owned */
    bool in;           /* it was there at the beginning */
    bool answered;     /* in this phase */
    bool idle;         /* its last word */
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

struct member {
    struct members_options options;
    team *team;                    /* of the call at hand */
    struct VEC (struct mind) mind; /* living, in order of their numbers */
    bool ticking;
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

/* ---- master.c */
void async_enter (member *, enum async_phase);
struct mind *async_find (member *, unsigned who);
/* To one, or (null) to all that are in. */
void async_say (member *, struct mind *, uint32_t tag, const struct buffer *);
void async_wave (member *);
void async_end (member *, enum explore_end, const struct problem *);
void async_end_failed (member *, const char *why);
/* All is known but the sums. */
void async_sum (member *);

/* ---- lead.c */
void lead_begin (member *);
void lead_clear (struct lead *);
/* False: malformed. */
bool lead_hear (member *, struct mind *, uint32_t tag, struct reader *);

/* ---- hear.c */
bool mind_answer (member *, struct mind *, enum async_phase);
/* The way to a fault of this node's (+ 1) state, then the sums. */
void async_look (member *, struct mind *, uint64_t node);
/* False: malformed. */
bool async_hear (member *, struct mind *, uint32_t tag, struct reader *);

#endif
