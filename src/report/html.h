/* html.h -- an outcome as one HTML page that needs nothing else.
 *
 * The page is a function of its arguments and of the source files that it shows; times are
 * in it only if given.  What is on it, and how the parts hang together: doc/report.md. */
#ifndef HTML_H
#define HTML_H

#include "report/outcome.h"

struct html_subject {
    const char *input;   /* name of what was checked */
    const char *version; /* of this program */
    const char *build;   /* of this program; may be null */
    const char *about;   /* `key: value` lines: the options, the manifest */
    const char *run;     /* `key: value` lines of this run only; null: none */
    const char *samples; /* of this run only (process/samples.h); null: none */
    const char *witness; /* proof or derivation to show; null: the outcome's */
    const char *const *inputs; /* files that were given; null: `input` alone */
    size_t input_count;
    const char
        *data; /* what html_report_data gave then; null: it is made now */
};

void html_report (const struct outcome *, const struct html_subject *,
                  struct text *);
/* The part of the page that needs the sources and what the engine drew, for a report that
 * is made later. */
void html_report_data (const struct outcome *, const struct html_subject *,
                       struct text *);

#endif
