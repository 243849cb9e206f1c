/* execution_stage.h -- a program is run, with inputs of our choice, to see whether it fails.
 *
 * An error behind loops of 100,000 rounds is out of reach for who thinks about
 * paths, and nothing for who runs the program.  Runs are by evaluation, of the
 * program as it was read; what is not known at the start or comes from outside
 * is drawn (input_generator.h): memory that was never written, too.  Parameters of the entry
 * are zeros.
 *
 * Of a go of S steps the first run that has not come to its end may take three
 * quarters, the next one three quarters of what is left, and so on; in a later
 * go those that were cut off are done again, if they may take twice as many
 * steps.  So a run that is long gets its steps at last, and one that never ends
 * does not keep the others from theirs.
 *
 * Only UNSAFE can be found. */
#ifndef AUTO_CONCRETE_EXECUTION_STAGE_H
#define AUTO_CONCRETE_EXECUTION_STAGE_H

#include "base/log.h"
#include "program/trail/execute.h"
#include "report/outcome.h"

typedef struct runs runs;

/* The program must live longer.  Null: problem. */
runs *runs_new (struct program *as_read, uint32_t entry, struct log *,
                struct problem *);
void runs_free (runs *);
/* UNSAFE, replayed; or UNKNOWN "budget". */
void runs_go (runs *, uint64_t units, struct outcome *);

/* The run of a program as read with the plan's choices, recorded; globals begin
 * with `global` (null: zero).  False: it does not fail, or in what is not
 * modelled; then there is no trail. */
bool run_record (struct program *as_read, uint32_t entry,
                 const struct execution_plan *, const term *const *global,
                 struct trail *);

#endif
