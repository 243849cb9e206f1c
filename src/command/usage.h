/* usage.h -- whether the options fit the kind of input: what would be ignored is
 * refused, for it may be what the user relies on.  False: problem (USAGE). */
#ifndef COMMAND_USAGE_H
#define COMMAND_USAGE_H

#include "command/work.h"

/* Of any kind: once that is known, before it is read. */
bool usage_of_input (const struct work *, struct problem *);
/* Of one kind. */
bool usage_of_horn (const struct options *, struct problem *);
bool usage_of_boogie (const struct options *, struct problem *);
bool usage_of_c (const struct options *, struct problem *);
/* A C program, once it is known whether the C machine runs it. */
bool usage_of_engines (const struct options *, struct problem *);
bool usage_of_threads (const struct options *, struct problem *);
bool usage_of_machine (const struct options *, struct problem *);
bool usage_of_model (const struct options *, struct problem *);

#endif
