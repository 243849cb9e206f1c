/* fair.h -- what a device does at last, for formulas about paths that are fair (the
 * members `served` and `polled` of micro/class.h). */
#ifndef MCS51_FAIR_H
#define MCS51_FAIR_H

#include "micro/class.h"

bool mcs51_served (const struct micro_program *, unsigned vector, bool alone,
                   struct text *);
bool mcs51_polled (const struct micro_program *, size_t n,
                   struct micro_polled *);

#endif
