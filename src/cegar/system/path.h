/* path.h -- derivations as formulas over numbered variables.
 *
 * A derivation lists its transitions such that each comes behind those that lead
 * to its premises (system_derives); in a linear system that is a path.  Cut k + 1 is
 * what step k leads to.
 *
 * Variable v of a location, at cut k, is `v@k`; auxiliaries of step k likewise.
 * In a path, cut k lies before step k; cut 0 is the entry. */
#ifndef CEGAR_SYSTEM_PATH_H
#define CEGAR_SYSTEM_PATH_H

#include "cegar/system/system.h"

/* A variable at a cut. */
const term *path_var (terms *, const term *var, size_t cut);
/* The variables of a location at a cut, in their order. */
void path_vars (terms *, const struct system *, uint32_t location, size_t cut,
                struct term_vec *);
/* Per step the first one of all that lead to it, itself among them; and where its
 * premises are derived: cut number premise[k][i] for premise i of step k. */
struct path_shape {
    uint32_t *first, **premise;
    size_t steps;
};
/* The list derives the error (system_derives). */
void path_shape_make (struct path_shape *, const struct system *,
                      const uint32_t *transition, size_t steps);
void path_shape_clear (struct path_shape *);
/* Step k, of which the premises are at these cuts: guard and updates, to cut k + 1.
 * Null: the only premise is at cut k. */
const term *path_step (terms *, const struct system *, uint32_t transition,
                       const uint32_t *premise, size_t k);
/* A formula over the variables of cut k, as one over the location's own. */
const term *path_unnumber (terms *, const struct system *, uint32_t location,
                           size_t cut, const term *);

#endif
