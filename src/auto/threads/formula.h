/* formula.h -- formulas of CTL about a program of the C machine (auto/machine/formula.h).
 *
 *     MORE    inputs are unknown and both ways are taken where one decides
 *     EXACT   where an input decides nothing is known of what follows
 *     LESS    inputs are 0 .. 3 or all ones
 *
 * What else would end a run in silence is looked for (assertions, invalid accesses), so
 * that formulas see it: of what follows nothing is known.  Where an assumption does not
 * hold there is no run, which is a constraint of fairness. */
#ifndef AUTO_THREADS_FORMULA_H
#define AUTO_THREADS_FORMULA_H

#include "auto/machine/formula.h"
#include "auto/threads/threads.h"

/* Reads --ctl over the program.  True without one. */
bool threads_formula_ask (struct threads *, const struct options *,
                          struct problem *);
bool threads_formula_decide (struct threads *, struct problem *);
enum replay_result
threads_formula_replay (struct threads *, const char *witness, const char *file,
                        struct text *report, struct problem *);

/* ---- story.c: `tell` of struct machine_formula; `exact` can follow what `walked`,
 * which the story is of, has recorded. */
bool threads_story_tell (generator *walked, generator *exact,
                         const struct machine_story *, struct outcome *);

#endif
