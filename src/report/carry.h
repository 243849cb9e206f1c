/* carry.h -- an outcome on its way from one process to another, as bytes: verdict, reason,
 * the fault, the trace, and which names are globals and which sources lie where. */
#ifndef REPORT_CARRY_H
#define REPORT_CARRY_H

#include "base/bytes.h"
#include "report/outcome.h"

void outcome_put (struct buffer *, const struct outcome *);
/* Into an outcome that is empty.  False: damaged. */
bool outcome_get (struct outcome *, struct reader *);

#endif
