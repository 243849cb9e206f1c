/* html_samples.h -- the samples of a run (process/samples.h) as small pictures. */
#ifndef REPORT_HTML_SAMPLES_H
#define REPORT_HTML_SAMPLES_H

#include "base/text.h"

/* A heading and a picture of each number that was ever told, over the time; lines that are none are left
 * out, and of fewer than two samples nothing is drawn. */
void html_samples (const char *lines, struct text *);

#endif
