/* fair.h -- what a device does at last, for formulas about paths that are fair (the
 * members `served` and `polled` of micro/class.h). */
#ifndef AVR_FAIR_H
#define AVR_FAIR_H

#include "micro/class.h"

bool avr_served (const struct micro_program *, unsigned vector, bool alone,
                 struct text *);
bool avr_polled (const struct micro_program *, size_t n, struct micro_polled *);

#endif
