/* sarif.h -- an outcome as a log of SARIF 2.1.0, as code hosts and editors read
 * it.
 *
 * Every failed property is a result of level error; the counterexample is its
 * code flow, a thread flow for each thread, steps numbered across them.  SAFE
 * is a log without results; UNKNOWN too, with its reason as a notification. The
 * log is a function of the outcome. */
#ifndef SARIF_H
#define SARIF_H

#include "report/outcome.h"

/* `input` stands for places that the outcome does not tell. */
void sarif_log (const struct outcome *, const char *input, const char *version,
                struct text *);

#endif
