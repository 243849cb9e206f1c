/* internal.h -- hydra's server, for the files that make it up.
 *
 *   server.c    what the team tells; partitions handed out and closed
 *   losses.c    clients that die, and those that replace them
 *   events.c    the ledger on disk
 *   likeness.c  how different the clients' searches were */
#ifndef BOUNDED_HYDRA_INTERNAL_H
#define BOUNDED_HYDRA_INTERNAL_H

#include "base/map.h"
#include "bounded/hydra/hydra.h"
#include "bounded/hydra/ledger.h"
#include "bounded/hydra/wire.h"
#include "team/peer.h"

struct hydra_client {
    struct peer *link; /* owned: for what it is sent */
    unsigned who;
    uint32_t held;    /* a part, or HYDRA_NONE */
    bool waits;       /* in the queue of waiting clients */
    bool asked;       /* has ever sent anything: could open the program */
    uint64_t rate_ns; /* as it was told last */
};

/* Sites that a client inlined, also one that is gone. */
struct hydra_mind {
    unsigned who;
    struct map marks;
};
struct hydra_minds VEC (struct hydra_mind);

struct member {
    struct hydra_options options;
    struct hydra_result result;
    enum bounded_answer kind;           /* of what is closed so far */
    struct VEC (struct partition) leaf; /* of the result, and .. */
    struct VEC (bool) bounded;
    team *team; /* as given by the call under way */
    struct hydra_ledger ledger;
    struct VEC (struct hydra_client) client; /* alive, as they came */
    struct VEC (unsigned) waiting;           /* first in, first out */
    bool begun, finished, sync_planned;
    struct digest identity; /* of the program, in the keys of events */
    uint64_t events;        /* in the memo */

    struct hydra_minds mind;
    size_t marks; /* of all minds */

    /* Of losses.c. */
    unsigned barren;  /* clients lost in a row over what they did, with nothing
                         closed between */
    unsigned spawned; /* in all */
    uint64_t epoch;   /* joins so far: has anybody come since? */
    struct hydra_ghost {
        unsigned who;
        uint32_t held;
    } *ghost; /* test only */
    size_t ghosts;
};

enum hydra_alarm {
    HYDRA_TICK = 1,
    HYDRA_SYNC,
    HYDRA_EMPTY /* plus HYDRA_ALARMS times the epoch */
};
enum { HYDRA_ALARMS = 8 };

/* Ends the run without a decision. */
void hydra_fail (member *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
struct hydra_client *hydra_client_of (const member *, unsigned who);
bool hydra_breaks (const member *, const char *rule); /* test only */
/* May the answer close a part that is this partition?  One that proves
 * something must name its decisions. */
bool hydra_names (const struct partition *, const struct search_answer *);
/* Closes a held part; takes the leaf out of the answer.  May end the run. */
void hydra_close (member *, uint32_t part, struct search_answer *, bool popped);
/* The same for a part that was closed before this run; ends nothing. */
void hydra_settle (member *, uint32_t part, struct search_answer *,
                   bool popped);

void hydra_lost (member *, unsigned who);
/* If nobody is there: gives up unless somebody comes within 30 s. */
void hydra_watch_empty (member *);
/* Test only: an answer of a client that is gone. */
void hydra_ghost_says (member *, unsigned who, struct search_answer *);

/* What happened, before it has any effect elsewhere. */
void hydra_note_split (member *, uint32_t part, const struct partition *sent);
void hydra_note_close (member *, uint32_t part, const struct search_answer *,
                       bool popped);
/* Plays what is in the memo; false: it is not of this program. */
bool hydra_play (member *);

void hydra_remember (member *, unsigned who, const struct hydra_marks *);
/* The paper's eta(i, j) = 1 - |Li n Lj| / |Li|, mean over ordered pairs of
 * different clients that inlined anything. */
double hydra_dissimilarity (const struct hydra_minds *);

#endif
