/* hydra.h -- the paper's own protocol: a server, and clients with warm solvers.
 *
 * Messages (tags from 0x200), client to server: GET_PARTITION, SEND_PARTITION,
 * POP, OUTCOME; server to client: PROGRAM, PARTITION, POP_ANSWER, RATE.  Repairs
 * of the paper (doc/papers.md): what a client holds is known to the server at
 * any time (what it was handed, plus must-avoid of all it sent since; after a
 * granted POP: what was popped); a lost client's holding goes to a deque of
 * nobody, from which is only stolen; nothing is accepted from a client that was
 * declared lost; SAFE only when no deque, no client and no holding is left; the
 * split interval has a floor.
 *
 * Verdicts only: which partitions there are depends on time. */
#ifndef HYDRA_H
#define HYDRA_H

#include "base/log.h"
#include "bounded/item.h"
#include "journal/memo.h"
#include "team/team.h"

enum {
    HYDRA_PROGRAM = 0x200, HYDRA_PARTITION, HYDRA_POP_ANSWER, HYDRA_RATE,
    HYDRA_GET_PARTITION, HYDRA_SEND_PARTITION, HYDRA_POP, HYDRA_OUTCOME
};

struct hydra_options {
    struct bytes program;   /* bounded_program_write */
    struct passive_program *passive;
    bool classic;           /* one queue for all, first in first out */
    bool fixed_rate;        /* always split_ns */
    uint64_t split_ns;      /* the paper's delta_c: 500 ms */
    uint64_t slow_down;     /* the paper's K: 20 */
    const char *broken;     /* test only: lost-to-living, fenced-outcome */
    /* The ledger as events, for --resume: appended to and synced here; what is
     * in it at the start is played first.  May be null. */
    memo *events;
    struct log *log;        /* may be null */
    void (*tick) (void *context, const char *progress);
    void *context;
};

struct hydra_result {
    enum bounded_answer kind;  /* SAFE, BOUNDED, UNSAFE, UNDECIDED */
    bool decided;              /* false: see problem */
    struct problem problem;
    struct search_answer unsafe; /* of UNSAFE */
    struct partition *leaf;    /* closed partitions with their cores */
    size_t leaves;
    uint64_t partitions, pops, steals, lost, inlined;
    double dissimilarity;      /* mean over pairs of clients, of inlined sites */
};

extern const struct member_class hydra_server_class;
member *hydra_server_new (const struct hydra_options *);
const struct hydra_result *hydra_server_result (const member *);
void hydra_server_free (member *);

extern const struct member_class hydra_client_class;
member *hydra_client_new (void);
void hydra_client_free (member *);

#endif
