/* story.h -- a story about a formula as a run of the exact machine, step by step.
 *
 * The run is looked for as for any counterexample (micro/machine.h: values for all that
 * nobody had written); propositions must be along it what the story says, and after two
 * rounds of a loop all of the machine must be as it was after the first. */
#ifndef AUTO_FIRMWARE_STORY_H
#define AUTO_FIRMWARE_STORY_H

#include "auto/firmware/firmware.h"
#include "auto/machine/formula.h"
#include "micro/replay/trace.h"

/* The texts change hands. */
void firmware_trace_take (struct vec_told *, struct outcome *);
/* `tell` of struct machine_formula. */
bool firmware_story_tell (const struct firmware *, generator *,
                          const struct machine_story *, struct outcome *);

#endif
