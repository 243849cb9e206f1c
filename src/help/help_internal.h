/* help_internal.h -- parts of the help. */
#ifndef HELP_INTERNAL_H
#define HELP_INTERNAL_H

#include "base/option_rows.h"
#include "help/help.h"

enum { HELP_COLUMNS = 79 };

struct help_command {
    const char *name, *arguments, *text; /* one line, without a full stop */
    const char *more;                    /* sentences */
};
extern const struct help_command help_commands[]; /* ends with a null name */

struct help_input {
    const char *topic;
    unsigned input;    /* one of FOR_HORN .. */
    const char *name;  /* "Horn clauses" */
    const char *files; /* "*.smt2" */
    const char *more;  /* sentences: what it is, what is checked, an example */
};
extern const struct help_input help_inputs[]; /* ends with a null topic */
extern const char *const help_class_title[];  /* of enum option_class */

/* Words from column `indent` on, where the text is already; then a new line. */
void help_words (struct text *, const char *words, size_t indent);
/* "=N", "=a|b", "=FILE", or nothing. */
void help_value (struct text *, const struct option_row *);
/* What it does, its usual value, and the inputs it is for, as in
 * "how messages travel [auto] (any input)". */
void help_about (struct text *, const struct option_row *);
/* The names of inputs, ", " between; "any input". */
void help_said_inputs (struct text *, unsigned inputs);

void help_man (struct text *);
void help_complete_bash (struct text *);
void help_complete_zsh (struct text *);
void help_complete_fish (struct text *);

#endif
