/* html_internal.h -- what the parts of html.h share. */
#ifndef REPORT_HTML_INTERNAL_H
#define REPORT_HTML_INTERNAL_H

#include "report/diagram.h"
#include "report/html.h"
#include "report/trace.h"

/* The page's data as one JSON object: trace, sources, diagrams, proof.  No `<` is in it,
 * so it can stand in a script element whatever the sources hold. */
void html_data (const struct outcome *, const struct trace *,
                const struct html_subject *, struct text *);

/* Files that the page shows: those that places name, in that order. */
struct html_files {
    struct vec_string
        name; /* as places or the debug information tell them; owned */
    const struct outcome *outcome; /* whose sources name some fully */
};
void html_files_init (struct html_files *, const struct outcome *,
                      const struct trace *, const struct html_subject *);
void html_files_clear (struct html_files *);
int html_file (const struct html_files *, const char *name); /* -1: not there */
/* The texts of those that may be read, as a JSON list.  A file is read if it is a regular
 * one below the working directory or the folder of an input: `#line` could name any.  Of
 * what is large the lines around those that are named. */
void html_sources (const struct html_files *, const struct outcome *,
                   const struct trace *, const struct html_subject *,
                   struct text *);

/* Options that are not what they are by default, the others, and how to run it again; in
 * HTML. */
void html_about (const struct outcome *, const struct html_subject *,
                 struct text *);

/* <tag class="..">text</tag>, the text escaped; class may be null. */
void html_cell (struct text *, const char *tag, const char *class,
                const char *text);

#endif
