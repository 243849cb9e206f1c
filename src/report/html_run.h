/* html_run.h -- the page of a run directory. */
#ifndef REPORT_HTML_RUN_H
#define REPORT_HTML_RUN_H

#include "base/problem.h"
#include "base/text.h"

/* The page about what DIR holds: of a run that has not ended what is there.  False: DIR is
 * no run directory. */
bool html_run (const char *dir, const char *version, struct text *page,
               struct problem *);

#endif
