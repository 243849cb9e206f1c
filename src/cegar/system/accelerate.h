/* accelerate.h -- many rounds of a simple loop as one transition.
 *
 * A loop at one location qualifies if each round adds constants to some
 * integers, sets some variables to terms over those and over what it leaves
 * alone, without auxiliaries; and if its guard is a conjunction whose parts
 * about what grows or shrinks are linear.  Such a part is monotone from
 * round to round, so it holds in all rounds if it does in the first (or the
 * second, after the settings) and the last: n >= 2 rounds are exactly one
 * transition with n as its auxiliary (Boigelot 1998, of the simplest kind).
 * `x != e` counts as `x < e` in one and as `x > e` in another transition; what
 * jumps over e is left to the loop itself: those are not all rounds, but only
 * rounds.
 *
 * Such transitions say nothing new: an invariant with them is one without, and
 * a path through them is one without them that is longer. */
#ifndef CEGAR_SYSTEM_ACCELERATE_H
#define CEGAR_SYSTEM_ACCELERATE_H

#include "cegar/system/derivation.h"
#include "cegar/system/system.h"

enum { ACCELERATE_MOST = 64, ACCELERATE_TRANSITIONS = 2000 };

/* Appends transitions for loops, at most ACCELERATE_MOST, and none to a system
 * of more than ACCELERATE_TRANSITIONS; gives their number. */
size_t accelerate (struct system *);
/* Is there such a transition on the path? */
bool accelerate_used (const struct system *, const struct vec_index *path);
/* The path without such transitions, and with values, as short as it can be
 * had; to be cleared.  `vars`: of each location, as its relation has them;
 * constants where it stands for one value (simplify_vars).
 * False: nothing to clear; the outcome is UNKNOWN with the reason. */
bool accelerate_expand (const struct system *,
                        const struct term_vec *const *vars,
                        const struct vec_index *path, uint64_t limit,
                        struct stretches *, struct outcome *);

#endif
