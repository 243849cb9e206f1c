/* model.h -- from the solver's values to a trail. */
#ifndef SAT_MODEL_H
#define SAT_MODEL_H

#include "program/trail/trail.h"
#include "sat/cnf.h"
#include "sat/unwind.h"

typedef struct model model;

/* The values that the solver has now, for all wires. */
model *model_new (struct blast *, cnf *, terms *);
void model_free (model *);
/* What a wire is worth, of gates that came later, too: their inputs are false. */
bool model_wire (model *, wire);
/* Of a Bool or bit-vector that has wires; of others (nothing depended on them),
 * and of entries of maps that have none, zero. */
const term *model_value (model *, const term *);
/* The claim of kind CLAIM_FAILS that comes first in this execution; null: none. */
const struct sat_claim *model_failure (model *, const unwinding *);
/* The execution until then: a trail of the program as read, of which `expanded`
 * is the one that was unwound. */
void model_trail (model *, const unwinding *, const struct program *as_read,
                  const struct program *expanded, uint32_t entry,
                  const struct sat_claim *, struct trail *);

#endif
