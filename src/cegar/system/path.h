/* path.h -- paths of transitions as formulas over numbered variables.
 *
 * Variable v of a location, at cut k, is `v@k`; auxiliaries of step k likewise.
 * Cut k lies before step k; cut 0 is the entry. */
#ifndef CEGAR_SYSTEM_PATH_H
#define CEGAR_SYSTEM_PATH_H

#include "cegar/system/system.h"

/* A variable at a cut. */
const term *path_var (terms *, const term *var, size_t cut);
/* The variables of a location at a cut, in their order. */
void path_vars (terms *, const struct system *, uint32_t location, size_t cut,
                struct term_vec *);
/* Step k: guard and updates, from cut k to cut k + 1. */
const term *path_step (terms *, const struct system *, uint32_t transition,
                       size_t cut);
/* A formula over the variables of cut k, as one over the location's own. */
const term *path_unnumber (terms *, const struct system *, uint32_t location,
                           size_t cut, const term *);

#endif
