/* proof.h -- why a program is safe: parts that cover the search, each refuted.
 *
 * A leaf is a partition: a call tree and decisions.  Its claim: the procedures
 * of its tree, with every other call open, have no run to the end of main that
 * obeys the decisions.  The leaves of a proof cover all runs: their decisions
 * are the leaves of a binary tree in which every inner node asks one call site
 * (must avoid / must reach).
 *
 * Text: `cohort-proof 1`, `entry NAME`, `goal assert|return`, `preprocess
 * full|none` (it decides how calls are numbered), then per leaf
 * `leaf`, its sites `site PARENT CALL` (site 0, main, is not written) and its
 * decisions `avoid SITE` / `reach SITE`; `assumes TEXT` lines are for people. */
#ifndef PROOF_H
#define PROOF_H

#include "bounded/prepare.h"
#include "bounded/search/partition_search.h"

void proof_write (const struct prepared *, const struct vec_partition *,
                  struct text *);
/* Reads what proof_write wrote, for this program; the caller clears the leaves.
 * False: problem (INPUT), no leaves. */
bool proof_read (const struct prepared *, const char *text, const char *file,
                 struct vec_partition *, struct problem *);
void proof_clear (struct vec_partition *);
/* Do the leaves cover every run? */
bool proof_covers (const struct vec_partition *);
/* Is the text a proof of this kind? */
bool proof_recognise (const char *text);
/* Sets the options that it was made with: what `prepare` needs.  `entry` points
 * into `room`.  False: problem (INPUT). */
bool proof_options (const char *text, const char *file, struct options *,
                    char *entry, size_t room, struct problem *);

#endif
