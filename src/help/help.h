/* help.h -- what cohort tells about itself: help that fits a screen, pages of help
 * by topic, the manual page and what shells complete, all made of the table of
 * options (base/option_rows.h), so that none can say what another denies. */
#ifndef HELP_H
#define HELP_H

#include "base/problem.h"
#include "base/text.h"

/* `cohort --help`: at most 23 lines of at most 79 columns, so that a terminal of
 * 24 shows them with its prompt. */
void help_screen (struct text *);
/* `cohort help TOPIC`: an input (c, threads, ..), team, all, a command (join, ..);
 * or for installing: man, bash, zsh, fish.  False: problem (USAGE), with the
 * nearest one. */
bool help_topic (const char *topic, struct text *, struct problem *);
/* The command that a word was perhaps meant to be; null: none is near. */
const char *help_near_command (const char *word);

/* `cohort doctor`: what of this machine cohort can use, and what each lack costs; one
 * line each. */
void help_doctor (struct text *);

#endif
