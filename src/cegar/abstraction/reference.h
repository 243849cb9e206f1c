/* reference.h -- the sequential reference algorithm of predicate abstraction and
 * refinement, as a driver over a table item -> answer.
 *
 * Rounds.  A round builds the abstract reachability tree layer by layer.  Of a
 * layer, first all transitions to the error are asked; if one is possible, the
 * tree is not grown further.  Of the shortest counterexamples up to
 * REFINEMENT_PATHS in lexicographic order are looked at (refinement.h); the
 * first feasible one is the result.  If none is, the next round begins with the
 * predicates that they have taught.  No error and no new node: SAFE, and the
 * tree is the proof.
 *
 * The team works ahead (plan.h, `arrived`) without a barrier; what is committed,
 * and in which order, does not depend on it. */
#ifndef CEGAR_ABSTRACTION_REFERENCE_H
#define CEGAR_ABSTRACTION_REFERENCE_H

#include "cegar/abstraction/plan.h"
#include "cegar/abstraction/stage.h"
#include "logic/interpolate/interpolate.h"
#include "team/engine.h"

struct reference_options {
    enum interpolate_method method;
    bool everywhere;        /* predicates go to all locations of equal sorts */
    size_t most_predicates; /* per location */
    uint32_t bound;         /* deepest layer; 0: none */
    /* The reference passed a round with this digest; false ends it.  May be
     * null. */
    bool (*passed) (void *context, uint64_t round, struct digest);
    void *context;
};

typedef struct reference reference;

reference *reference_new (const struct system *,
                          const struct reference_options *);
void reference_free (reference *);
struct stage *reference_stage (reference *);
enum driver_step reference_step (reference *, struct oracle *);
void reference_arrived (reference *, struct oracle *, struct bytes item,
                        struct bytes answer);
void reference_progress (const reference *, char *text, size_t room);

#endif
