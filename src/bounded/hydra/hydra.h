/* hydra.h -- the paper's own protocol: a server, and clients with warm solvers.
 *
 * Messages (wire.h), client to server: GET_PARTITION, SEND_PARTITION,
 * POP, OUTCOME, CONFIRMED; server to client: PROGRAM, PARTITION, POP_ANSWER,
 * RATE, CLAIM, CONFIRM. Repairs
 * of the paper (doc/papers.md): what a client holds is known to the server at
 * any time (what it was handed, plus must-avoid of all it sent since; after a
 * granted POP: what was popped); a lost client's holding goes to a deque of
 * nobody, from which is only stolen; nothing is accepted from a client that was
 * declared lost; SAFE only when every partition that ever was is closed; an
 * answer names the decisions of what it closes; the split interval has a floor.
 *
 * Verdicts only: which partitions there are depends on time. */
#ifndef BOUNDED_HYDRA_HYDRA_H
#define BOUNDED_HYDRA_HYDRA_H

#include "base/log.h"
#include "bounded/inlining/leaf_set.h"
#include "bounded/search/item.h"
#include "journal/memo.h"
#include "team/protocol.h"

/* The paper's delta_c and K. */
enum { HYDRA_SPLIT_NS = 500000000, HYDRA_SLOW_DOWN = 20 };

struct hydra_options {
    struct bytes program; /* bounded_program_write */
    struct passive_program *passive;
    bool classic;       /* one queue for all, first in first out; no POP */
    bool fixed_rate;    /* always split_ns */
    uint64_t split_ns;  /* delta_c */
    uint64_t slow_down; /* K */
    const char *broken; /* test only (team/faults.h) */
    /* The ledger as events, for --resume: appended to and synced here; what is
     * in it at the start, of the same `program`, is played first.  May be
     * null. */
    memo *events;
    struct log *log;                                    /* may be null */
    void (*tick) (void *context, const char *progress); /* may be null */
    void *context;
};

/* Sites and decisions that allow no run; `bounded`: within the bound.  A client
 * that has nothing else to do refutes them once more, from nothing but these
 * (bounded/inlining/leaf.h). */
enum hydra_trust {
    CLAIM_NEW,
    CLAIM_LOOKED_AT, /* by a client, now */
    CLAIM_TOLD, /* by one that came from elsewhere: another one is to say so,
                   too.  If a run ends with it, nobody else was there */
    CLAIM_CONFIRMED,
    CLAIM_DOUBTED /* it could not be, or too many clients were lost over it */
};
struct hydra_claim {
    struct partition partition;
    bool bounded;
    enum hydra_trust trust;
    unsigned losses;
    unsigned teller; /* who came from elsewhere and confirmed it; 0: nobody */
};
/* The sites of a claim with all decisions of a part that obeys those of the
 * claim. */
struct hydra_leaf {
    struct partition partition;
    size_t claim;
};

struct hydra_result {
    enum bounded_answer kind; /* SAFE, BOUNDED, UNSAFE, UNDECIDED */
    bool decided;             /* false: see problem */
    struct problem problem;
    struct search_answer unsafe; /* of UNSAFE */
    /* What SAFE and BOUNDED answers refuted, and the parts that this closed. If
     * the kind is SAFE or BOUNDED, the parts leave nothing out, and no claim is
     * new. */
    const struct hydra_claim *claim;
    const struct hydra_leaf *leaf;
    size_t claims, leaves;
    /* What was opened, closed by what others refuted, granted POPs, partitions that went to another client
     * than the one that made them, clients lost, call sites inlined. */
    uint64_t partitions, pruned, pops, steals, lost, inlined;
    double dissimilarity; /* mean over pairs of clients, of inlined sites */
    /* CPU time of the clients as far as they told of it, and of that in checks;
     * time spent in the server. */
    uint64_t work_ns, check_ns, server_ns;
};

extern const struct member_class hydra_server_class;
member *hydra_server_new (const struct hydra_options *);
const struct hydra_result *hydra_server_result (const member *);
void hydra_server_free (member *);

/* What a client searches with: bounded/inlining/stratify.h, or a stand-in in tests. */
struct hydra_search_class {
    search *(*new) (struct passive_program *, const struct partition *,
                    const struct search_options *);
    void (*free) (search *);
    void (*pause) (search *, bool); /* may be null */
    enum search_step (*step) (search *);
    const struct partition *(*partition) (const search *);
    uint64_t (*units) (const search *);
    uint32_t (*steps) (const search *);
    uint64_t (*inlined) (const search *);
    uint64_t (*check_ns) (const search *); /* may be null */
    void (*choose) (const search *, size_t most, struct vec_target *sites);
    bool (*choose_nth) (const search *, uint64_t n, uint32_t *site);
    void (*decide) (search *, enum decision, uint32_t site);
    bool (*avoid) (search *, uint32_t site); /* may be null: decide */
    void (*turn) (search *, const struct partition *, bool look_beyond);
    bool (*trail) (search *, struct trail *, bool *candidate);
    void (*relevant) (const search *, struct vec_target *sites);
    void (*core) (const search *, struct vec_target *sites);
    bool (*needs) (const search *, size_t decision);
    /* May be null: first a claim is checked beside others.  The set is null as
     * long as there is none. */
    enum solver_answer (*confirm_beside) (leaf_set **, struct passive_program *,
                                          const struct partition *,
                                          uint32_t bound, bool bounded,
                                          struct solver_watch *,
                                          uint64_t *units);
    enum solver_answer (*confirm) (struct passive_program *,
                                   const struct partition *, uint32_t bound,
                                   bool bounded, struct solver_watch *,
                                   uint64_t *units);
};
extern const struct hydra_search_class hydra_search_stratified;

extern const struct team_protocol hydra_protocol;
extern const struct member_class hydra_client_class;
member *hydra_client_new (void);
member *hydra_client_over (const struct hydra_search_class *);
void hydra_client_free (member *);

#endif
