/* text.h -- summaries as a text, and the text checked. */
#ifndef AUTO_SUMMARIES_TEXT_H
#define AUTO_SUMMARIES_TEXT_H

#include "auto/summaries/internal.h"

/* Prepares the program and finds what is recursive; `*s` is zero but for log
 * and limits.  False: problem, and nothing is to be closed. */
bool summaries_open (struct summaries *, const struct options *,
                     struct program *as_read, struct problem *);
void summaries_close (struct summaries *);
void summaries_write (const struct summaries *, struct text *);

#endif
