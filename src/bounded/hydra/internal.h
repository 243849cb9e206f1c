/* internal.h -- hydra's server, for the files that make it up.
 *
 *   server.c    what the team says; partitions handed out and closed
 *   claims.c    what was refuted, and all that is closed by it
 *   faults.c    mistakes that tests ask for
 *   events.c    the ledger on disk
 *   likeness.c  how different the clients' searches were */
#ifndef BOUNDED_HYDRA_INTERNAL_H
#define BOUNDED_HYDRA_INTERNAL_H

#include "base/map.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/ledger.h"
#include "bounded/hydra/wire.h"
#include "team/faults.h"
#include "team/master.h"

struct hydra_peer {
    struct peer peer;
    uint32_t held;          /* a part, or HYDRA_NONE */
    uint32_t claim;         /* that it confirms, or HYDRA_NONE */
    bool waits;             /* in the queue of waiting clients */
    bool asked;             /* has ever sent anything: could open the program */
    uint64_t rate_ns, ways; /* as it was told last */
};

/* Sites that a client inlined, also one that is gone. */
struct hydra_footprint {
    unsigned who;
    struct map marks;
};
struct hydra_footprints VEC (struct hydra_footprint);

/* A lost client, and what it held. */
struct hydra_ghost {
    unsigned who;
    uint32_t held;
};

struct hydra_server {
    struct master master;
    struct hydra_options options;
    struct hydra_result result;
    enum bounded_answer kind; /* of what is closed so far */
    struct VEC (struct hydra_claim) claim;
    struct VEC (struct hydra_leaf) leaf;
    struct hydra_ledger ledger;
    struct VEC (unsigned) waiting; /* clients, first in, first out */
    bool sync_planned;
    struct digest identity; /* of the program, in the keys of events */
    uint64_t events;        /* in the memo */
    struct hydra_footprints footprint;
    size_t marks; /* of all footprints */

    struct faults faults;
    struct VEC (struct hydra_ghost) ghost; /* of faults.c */
};

enum { HYDRA_SYNC = MASTER_ALARMS }; /* an alarm */

static inline struct hydra_peer *
hydra_peer_at (const struct hydra_server *m, size_t i)
{
    return (struct hydra_peer *) m->master.peer.at[i];
}

/* May the answer close a part that is this partition?  One that proves
 * something must need no other decisions. */
bool hydra_closes (const struct partition *, const struct search_answer *);
/* Closes a held part; takes what it wants out of the answer.  What the answer
 * refutes of other parts is closed, too, or its client told.  May end the run. */
void hydra_close (struct hydra_server *, uint32_t part, struct search_answer *);
/* A part that was closed before this run, and nothing else. */
void hydra_settle (struct hydra_server *, uint32_t part,
                   struct search_answer *);

/* ---- claims.c */
/* Notes that the part is closed, by what is known already or by the answer. */
void hydra_claim (struct hydra_server *, const struct partition *part,
                  const struct search_answer *);
/* Closes what the claims from this one on refute of the parts that are open;
 * clients that hold such a part are told. */
void hydra_prune (struct hydra_server *, size_t first);
/* Has the client something to confirm?  Then it is asked. */
bool hydra_ask_to_confirm (struct hydra_server *, struct hydra_peer *);
/* What the client says of that; false: it was not asked. */
bool hydra_confirm (struct hydra_server *, struct hydra_peer *,
                    struct reader *);
/* The client is gone; false: it was not asked for anything. */
bool hydra_confirm_lost (struct hydra_server *, struct hydra_peer *);
/* Is every claim confirmed, or doubted, or told of by the only one there? */
bool hydra_judged (const struct hydra_server *);
void hydra_claims_clear (struct hydra_server *);

/* ---- faults.c: nothing, unless a test asks for it */
/* A server that shall make mistakes must not notice them. */
bool hydra_is_faulty (const struct hydra_server *);
/* The deque for what a lost client held. */
unsigned hydra_deque_of_lost (struct hydra_server *, const struct hydra_peer *);
/* A message from nobody that is there. */
void hydra_haunt (struct hydra_server *, const struct message *);

/* What happened, before it has any effect elsewhere. */
void hydra_note_split (struct hydra_server *, uint32_t part,
                       const struct partition *sent);
void hydra_note_close (struct hydra_server *, uint32_t part,
                       const struct search_answer *);
/* Plays what is in the memo; false: it is not of this program. */
bool hydra_play (struct hydra_server *);

void hydra_remember (struct hydra_server *, unsigned who,
                     const struct hydra_marks *);
/* The paper's eta(i, j) = 1 - |Li n Lj| / |Li|, mean over ordered pairs of
 * different clients that inlined anything. */
double hydra_dissimilarity (const struct hydra_footprints *);

#endif
