/* paper.h -- the paper's own protocol: MAINMASTER, MAINWORKER, ADDNODE.
 *
 * Lopes and Rybalchenko 2011, Figs. 3 to 6, with the repairs without which it
 * loses counterexamples (doc/papers.md):
 *   A  a worker that meets a node again at equal depth sends the new parent
 *      edge to the master (Fig. 5 lines 2-3 do so at the master only);
 *   B  a worker that is sent work leaves IdleWorkers first (Fig. 3 line 26);
 *   C  nodes at or beyond DepthBound are not handed out, and leave the queue.
 * Asynchronous: there are no layers, workers keep partial trees, and the depth
 * of a node may improve.  What is refined is still the least of the shortest
 * counterexamples.  `naive` refines the first one that is found instead, and so
 * shows what the schedule does to a run.
 *
 * Both are members for any transport.  Lost workers' nodes are queued again. */
#ifndef CEGAR_PAPER_PAPER_H
#define CEGAR_PAPER_PAPER_H

#include "cegar/abstraction/reference.h"
#include "team/protocol.h"

struct paper_options {
    const struct system *system;
    struct bytes program; /* of cegar_item_worker; borrowed */
    enum interpolate_method method;
    bool everywhere; /* as in cegar/abstraction/reference.h */
    size_t most_predicates;
    bool naive;
    const char *broken; /* test only: "repair-a", "repair-b"; null: none */
};

extern const struct member_class paper_master_class;
member *paper_master_new (const struct paper_options *);
struct stage *paper_master_stage (member *);
/* For people: the paths that were refined, as transition numbers. */
const char *paper_master_story (const member *);
void paper_master_free (member *);

extern const struct team_protocol paper_protocol;
extern const struct member_class paper_worker_class;
member *paper_worker_new (void);
void paper_worker_free (member *);

#endif
