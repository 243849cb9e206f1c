/* internal.h -- the master of a search over a team.
 *
 *     master.c   phases of a layer, the end
 *     hear.c     what members say
 *     epochs.c   who is in, losses, joins, loading
 *     alone.c    narrow layers, by one member
 *     even.c     partitions that change their owner
 *     loans.c    states that another member expands; who ends a layer
 *     series.c   small layers, one after the other without the master
 *     path.c     the way back
 *     audit.c    what members from elsewhere did, looked at once more
 *
 * `result` is what is committed; what the layer at hand brings is added when
 * all of it is there, so a loss in between costs nothing but time. */
#ifndef EXPLORE_MEMBERS_INTERNAL_H
#define EXPLORE_MEMBERS_INTERNAL_H

#include "explore/members/log.h"
#include "explore/members/owner.h"
#include "explore/members/wire.h"
#include "team/faults.h"
#include "team/master.h"

enum phase {
    PHASE_GATHER,  /* members are awaited */
    PHASE_LOAD,    /* logs are read, then READY is awaited */
    PHASE_WALK,    /* WALKED, of one member */
    PHASE_EXPAND,  /* EXPANDED is awaited, or CLOSED */
    PHASE_SETTLE,  /* SETTLED */
    PHASE_COLLECT, /* the last LOG */
    PHASE_DIGEST,  /* DIGESTED */
    PHASE_LOOK,    /* FOUND */
    PHASE_WEIGH,   /* WEIGHT */
    PHASE_AGREE,   /* AGREED */
    PHASE_GIVE,    /* GAVE */
    PHASE_KEEP,    /* KEPT */
    PHASE_AUDIT,   /* AUDITED */
    PHASE_OVER
};

/* A layer of several, as a member tells of it. */
struct walked_layer {
    struct shard_report report;
    uint64_t fresh; /* states behind it */
    uint64_t states, bytes, filed;
};
struct walked_layers VEC (struct walked_layer);

struct members_peer {
    struct peer peer;
    bool told;     /* it has the program */
    bool in;       /* in this epoch */
    bool answered; /* in this phase */
    uint64_t due;  /* states sent to it in this epoch */
    uint64_t states, bytes, filed;
    uint64_t fresh;              /* states of the layer at hand; 0 also if that
                                   is not known */
    uint64_t burden;             /* the same, with what it will receive */
    uint64_t due_before;         /* at the start of the last layer */
    uint64_t borrowed, lenders;  /* states of it, of so many others */
    struct buffer load;          /* to be sent */
    struct walked_layers series; /* as it tells of them */
};

/* States of one member's layer that another one expands; indices. */
struct members_loan {
    size_t from, to;
    uint64_t states;
};

/* Narrow layers. */
struct members_alone {
    bool now;       /* `walker` owns all */
    size_t walker;  /* index of the member; 0 also if none does */
    uint64_t asked; /* layers, at most */
    struct walked_layers walked;
    size_t taken;  /* of these */
    uint64_t debt; /* work beyond that of narrow layers */
};

/* A walk of an audit: the state that it is at, none at the root; and the one
 * that it goes to. */
struct audit_walk {
    struct buffer at, next;
};

struct audit {
    bool due;                /* someone from elsewhere took part */
    bool under_way;          /* the search is done otherwise */
    uint64_t left;           /* states to be expanded */
    uint64_t random;         /* state of the generator of choices */
    struct audit_walk *walk; /* AUDIT_WALKS of them, or null */
    struct buffer shown;     /* states of members of this team's own, which
                                walks begin at */
    size_t used;             /* bytes of these */
    /* Of the round: for each question the owner of the state that it is
     * about a successor of; by peer. */
    struct members_numbers *asked;
    size_t oracles; /* peers of `asked` */
};

struct members_master {
    struct master master; /* its peers: first those in the epoch */
    struct members_options options;
    struct faults faults;
    unsigned arrived; /* ever */
    unsigned again;   /* times that all began again */
    bool began;       /* the search, with an epoch */
    bool restart;     /* someone joined: a new epoch after this layer */
    uint64_t epoch;
    enum phase phase;
    size_t missing; /* answers in this phase */

    /* PHASE_LOAD. */
    struct owners owners;
    uint64_t loaded, load_until; /* layers */
    layer_reader *reader;
    bool load_told; /* LOADED was said */

    /* The layer at hand. */
    struct shard_report layer, rest; /* its edges; digests of the one behind */
    enum explore_end end;            /* after `rest`, if it ends here */
    uint64_t fresh;                  /* states behind it */
    uint64_t each;                   /* work of a state of it, about */
    bool closing;                    /* CLOSED is awaited, not EXPANDED */
    uint64_t series;                 /* .. of so many layers at most */
    uint64_t told, taken;            /* .. of so many; of these */
    layer_writer *writer;

    struct members_alone alone;
    struct VEC (struct members_loan) loans; /* of the layer at hand */

    /* Partitions that change their owner. */
    uint64_t *weight;     /* states by partition, of those that were asked; or
                             null */
    uint64_t evened;      /* states in all when that was last thought of */
    generator *generator; /* owned; null: not needed */

    struct audit audit;
    struct members_counts counts;
    struct explore_result result;
    bool looking; /* the search is done, the path is not */
    struct finding here, before;
    bool has_path;
    struct path path; /* from the back until it is done */
};

static inline struct members_master *
members_of (member *m)
{
    return (struct members_master *) m;
}

static inline struct members_peer *
members_peer_at (const struct members_master *m, size_t i)
{
    return (struct members_peer *) m->master.peer.at[i];
}

static inline struct members_peer *
members_find (const struct members_master *m, unsigned who)
{
    return (struct members_peer *) master_find (&m->master, who);
}

/* ---- master.c */
void members_enter (struct members_master *, enum phase);
/* The same, but only this one is asked. */
void members_enter_one (struct members_master *, enum phase,
                        struct members_peer *);
/* To all that are in the epoch; the body has the epoch already. */
void members_tell (struct members_master *, uint32_t tag,
                   const struct buffer *);
void members_tell_short (struct members_master *, uint32_t tag);
/* To each how many states were sent to it in this epoch. */
void members_tell_due (struct members_master *, uint32_t tag);
void members_expand (struct members_master *);
/* Ends the search; the first problem stays. */
void members_end (struct members_master *, enum explore_end,
                  const struct problem *);
void letter_begin (const struct members_master *, struct buffer *);

/* ---- hear.c */
/* Takes a message of this epoch.  False: malformed. */
bool members_hear (struct members_master *, struct members_peer *, uint32_t tag,
                   struct reader *);

/* Who was sent how many states, and nothing behind that.  False: malformed. */
bool members_hear_sent (struct members_master *, struct members_peer *,
                        struct reader *);
bool members_answer (struct members_master *, struct members_peer *,
                     enum phase);
/* The same, with more behind it. */
bool members_read_sent (struct members_master *, struct members_peer *,
                        struct reader *);
void peer_sizes (struct members_peer *, struct reader *);
/* Was all that it tells of found in this layer? */
bool report_fits (const struct shard_report *, uint64_t layer);

/* ---- alone.c */
/* At the root of an epoch whose members are known: will one of them own all? */
void members_alone_begin (struct members_master *);
/* Does one own all?  Then what it told is taken, or it is asked, or its states
 * are shared. */
bool members_alone (struct members_master *);
/* Takes a layer that it told of. */
void members_walked (struct members_master *);
/* False: malformed. */
bool members_hear_walked (struct members_master *, struct members_peer *,
                          struct reader *);
void alone_clear (struct members_alone *);

void walked_layers_clear (struct walked_layers *);

/* ---- series.c */
/* How many layers will members take before they say so?  To be asked behind
 * members_lend. */
uint64_t members_series (const struct members_master *);
/* CLOSED; false: malformed. */
bool members_hear_closed (struct members_master *, struct members_peer *,
                          struct reader *);
/* Is there another layer of which all told?  It is the one at hand then. */
bool members_series_next (struct members_master *);
void members_series_clear (struct members_master *);

/* ---- even.c */
/* Is somebody overloaded?  Then its partitions are given to others before the
 * next layer is expanded. */
bool members_even (struct members_master *);
/* The table of owners has changed: states go where they belong now. */
void members_move (struct members_master *);
/* Every answer of one of its phases is there. */
void members_even_next (struct members_master *);
bool members_hear_even (struct members_master *, struct members_peer *,
                        uint32_t tag, struct reader *);

/* ---- loans.c */
/* Will members tell each other when the next layer is done?  To be asked before
 * members_lend. */
bool members_close (const struct members_master *);
/* Is a layer of so many states not worth the master's thoughts? */
bool members_layer_is_small (const struct members_master *, uint64_t states);
/* Who helps whom with the next layer, as far as its sizes are known. */
void members_lend (struct members_master *);
/* What that is for one: how many lend to it; the number of its own loans, of
 * each to whom and how many states. */
void members_loans_write (const struct members_master *, size_t of,
                          struct buffer *);
/* Nobody knows the sizes of the layer at hand. */
void members_loans_forget (struct members_master *);

/* ---- epochs.c */
/* A new epoch at the last committed layer, with all that are there. */
void members_begin (struct members_master *);
/* Some more of the logs; false: none now. */
bool members_load (struct members_master *);
void members_loaded (struct members_master *);
/* Of the master's class. */
void members_joined (member *, struct peer *);
bool members_lost (member *, struct peer *);
/* What an earlier process committed.  False: problem. */
bool members_resume (struct members_master *, struct problem *);
/* Writes the sums behind a layer's log. */
void members_ending (const struct explore_result *, struct buffer *);

/* ---- path.c */
/* Is there a way to look for? */
bool members_wants_path (const struct members_master *);
/* Begins, or asks again after a loss. */
void members_look (struct members_master *);
void members_look_done (struct members_master *);
/* False: malformed. */
bool members_hear_found (struct members_master *, struct members_peer *,
                         struct reader *);

const char *
members_logs (const struct members_master *); /* directory of the layers */

/* ---- audit.c */
/* The search is complete: looks at a sample, then ends. */
void members_audit (struct members_master *);
/* All have answered. */
void members_audit_next (struct members_master *);
/* AUDITED; false: malformed. */
bool members_hear_audited (struct members_master *, struct members_peer *,
                           struct reader *);
void audit_clear (struct audit *);

#endif
