/* simplify.h -- makes a transition system smaller, and remembers how to undo it.
 *
 * Steps, in a fixed order until nothing changes: locations that the entry does
 * not reach go (their invariant: false); locations that do not reach the error
 * go (true); guards that are false drop their transition; arguments that no
 * guard depends on are sliced (they may be anything); arguments that are always
 * one constant are propagated (conjoined again); locations that no cycle needs
 * are inlined (their invariant is what their incoming transitions define), as
 * long as that makes at most `SIMPLIFY_PATHS` transitions from each pair;
 * guards that are disjunctions are split into transitions up to a cap.  Once,
 * in between, control that is encoded in arguments becomes locations: one that
 * is unfolded is gone, and its parts, one for each value, are new locations
 * after all others, of no relation (its invariant: that of the part whose value
 * it is).
 *
 * Undoing: proofs go back by simplify_proof, step by step, last first; traces
 * by the `origin` of each transition.  A wrong inverse gives UNKNOWN, not a
 * wrong proof, because the replay is about the user's clauses. */
#ifndef CEGAR_SIMPLIFY_SIMPLIFY_H
#define CEGAR_SIMPLIFY_SIMPLIFY_H

#include "cegar/system/system.h"

enum { SIMPLIFY_PATHS = 64 };

typedef struct simplification simplification;

/* Changes the system in place.  `single`: no composing, no splitting, no
 * unfolding. */
simplification *simplify (struct system *, bool single);
void simplification_free (simplification *);
/* `invariant` has one formula per location, new ones too, over its variables;
 * those of locations that are still there are given, the others are filled in.
 * On return the formulas are about the locations and variables of the system as
 * it was before simplify; those of new locations mean nothing any more. */
void simplify_proof (const simplification *, terms *, const term **invariant);
/* The variables of location `l` as they were before simplify.  Those of a part
 * of an unfolded location are in the order of that one's: constants where it
 * stands for one value, its own variables elsewhere. */
const struct term_vec *simplify_vars (const simplification *, uint32_t l);

#endif
