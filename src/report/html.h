/* html.h -- an outcome as one HTML page that needs nothing else.
 *
 * The page is a function of its arguments; times are shown only if given. */
#ifndef HTML_H
#define HTML_H

#include "report/outcome.h"

struct html_subject {
    const char *input;   /* name of what was checked */
    const char *version; /* of this program */
    const char *about;   /* `key: value` lines: the options, the manifest */
    const char *run;     /* `key: value` lines of this run only; null: none */
    const char *witness; /* proof or derivation to show; null: the outcome's */
};

void html_report (const struct outcome *, const struct html_subject *,
                  struct text *);

#endif
