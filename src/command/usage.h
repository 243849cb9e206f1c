/* usage.h -- whether the options fit the input: what would be ignored is refused
 * where the table of options says so, for it may be what the user relies on.  False:
 * problem (USAGE). */
#ifndef COMMAND_USAGE_H
#define COMMAND_USAGE_H

#include "command/work.h"

/* Options and number of files; `inputs` are what the input may be (base/options.h),
 * as far as that is known. */
bool usage_of_input (const struct work *, unsigned inputs, struct problem *);
/* C: options that need an engine that was not named. */
bool usage_of_c (const struct options *, struct problem *);

#endif
