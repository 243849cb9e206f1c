/* speculate.h -- asking ahead of the reference, without a barrier.
 *
 * When the answers of a node come in before the reference gets to it, its
 * successors are planned as if they were in the tree already, and their items
 * wanted.  If the reference comes to the same nodes, their answers are there;
 * if not, they are waste.  Nothing here is committed, and nothing is asked ahead
 * while items are so small that planning them costs the master as much
 * (`ahead` of team/engine.h).
 *
 * Across a refinement: the next tree will be much like the last one, so its
 * nodes are guessed when the round begins.  A node on a path that taught
 * something gets what was found at its step (interpolants are entailed one by
 * the other), every other stays as it was.  So the items of all layers are
 * there at once; where a guess was wrong, answers from above give the node as
 * it is. */
#ifndef CEGAR_ABSTRACTION_SPECULATE_H
#define CEGAR_ABSTRACTION_SPECULATE_H

#include "cegar/abstraction/plan.h"
#include "cegar/abstraction/refinement.h"
#include "team/engine.h"

struct speculation {
    const struct system *system;
    const struct precision *precision;
    const struct plan_cache *cache;
    struct arena arena;
    struct map item; /* digest of an item -> record */
    struct vec_record {
        struct speculation_record {
            struct plan *plan; /* in the arena */
            uint32_t depth;    /* of the node that is expanded */
            uint64_t order;    /* of that node, within its depth */
            bool guess;        /* it, or what it came from, is a guess */
        } *at;
        size_t size, room;
    } record;
    struct cube_cover
        *cover;         /* per location: cubes that were planned; or null */
    struct map planned; /* digests of cubes that were guessed or came of one */
    uint32_t shortest;  /* length of the last round's counterexamples */
};

void speculation_init (struct speculation *, const struct system *,
                       const struct precision *, const struct plan_cache *);
void speculation_clear (struct speculation *);
void speculation_reset (struct speculation *); /* the round is over */
/* Wants the items of a planned node: those about the error; the others too if
 * the node is sure to be grown (speculation_sure). */
void speculation_want (struct speculation *, struct oracle *,
                       const struct plan *, uint32_t depth, uint64_t order);
/* A round begins: wants the items of the nodes that the last round's tree and
 * what was learned from its paths make likely. */
void speculation_guess (struct speculation *, struct oracle *,
                        const struct tree *last, const struct refinement *);
/* Now that the node is to be grown: wants the others. */
void speculation_grow (struct speculation *, struct oracle *,
                       const struct plan *, uint32_t depth, uint64_t order);
/* Will nodes of this depth be grown?  More predicates never make a shortest
 * counterexample shorter, so below the last one's length there is no error. */
bool speculation_sure (const struct speculation *, uint32_t depth);
/* `depth`: of the layer that the reference is at; a few more are looked at. */
void speculation_arrived (struct speculation *, struct oracle *,
                          const struct tree *, uint32_t depth,
                          struct bytes item, struct bytes answer);

#endif
