/* refinement.h -- the end of a round: many counterexamples at once.
 *
 * The shortest counterexamples come in lexicographic order.  One after the
 * other is committed:
 *   - if the predicates that an earlier one of this round has taught exclude it
 *     (an item of its own says so), it is infeasible, and teaches nothing;
 *   - else it is examined together with its predicates.  If it is feasible, it
 *     is the result; if not, its predicates are learned.
 * A lesson that does not exclude its own path as far as a comparison can see
 * (which asks no solver) cannot be compared with: then the paths that follow in
 * this round are examined, but teach nothing.
 * So a round learns from counterexamples that differ, and the next tree is
 * built once for all of them.  If nothing is new, those that are left are tried
 * with the next method.
 *
 * The team examines all of them side by side, and compares each of them with
 * all that has been learned. */
#ifndef CEGAR_ABSTRACTION_REFINEMENT_H
#define CEGAR_ABSTRACTION_REFINEMENT_H

#include "cegar/abstraction/item.h"
#include "cegar/abstraction/stage.h"
#include "cegar/abstraction/tree.h"
#include "logic/interpolate/interpolate.h"
#include "team/engine.h"

enum { REFINEMENT_PATHS = 16 };

struct refinement {
    const struct system *system;
    struct precision *precision;
    enum interpolate_method method;
    bool everywhere;
    struct map tried; /* digest of a path -> methods that were tried */

    /* the round */
    struct tree_path path[REFINEMENT_PATHS];
    size_t paths, at;
    struct vec_lesson {
        struct refinement_lesson {
            size_t path;
            struct vec_found found;
            struct vec_place place;
        } *at;
        size_t size, room;
    } lesson;        /* what the paths have taught, in order */
    size_t lessons;  /* of these, path `at` was compared with */
    bool asked;      /* some path had a method left in this pass */
    bool unproved;   /* the newest lesson is to be compared with its own path */
    bool closed;     /* no more lessons in this round */
    bool was_closed; /* that was so in the last round: a guess */
};

enum refinement_end {
    REFINEMENT_RUNS,
    REFINEMENT_WAITS,    /* for an answer */
    REFINEMENT_LEARNED,  /* the precision has grown */
    REFINEMENT_FEASIBLE, /* path[at] is */
    REFINEMENT_STUCK,    /* no method finds anything new */
    REFINEMENT_MALFORMED /* an answer was none */
};

void refinement_init (struct refinement *, const struct system *,
                      struct precision *);
void refinement_clear (struct refinement *);
/* The round has an error: `path` and `paths` have been filled. */
void refinement_begin (struct refinement *, struct oracle *);
/* Commits to the stage. */
enum refinement_end refinement_step (struct refinement *, struct oracle *,
                                     struct stage *);
void refinement_drop (struct refinement *); /* the round is over */

#endif
